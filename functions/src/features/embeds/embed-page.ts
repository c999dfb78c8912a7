import { PRODUCT_NAME, type Joke } from '../../contract/index.ts';
import { limits } from '../../domain/index.ts';
import { escapeMarkup } from '../../platform/escape-markup.ts';

/**
 * The style of every embed. firebase.json allows it by its SHA-256, and other origins to load these fonts: a
 * frame that may not use its origin is one.
 */
export const EMBED_STYLE = `
@font-face { font-family: Slab; src: url(/fonts/slab.woff2); font-display: swap; }
@font-face { font-family: Text; font-weight: 400 700; src: url(/fonts/text.woff2); font-display: swap; }
:root { color-scheme: light dark; --paper: #f5eddd; --ink: #1d1712; --red: #9e2a1f; --brass: #d79a2b; --bar: #1d1712; --on-bar: #f3e9d6; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #15110e; --ink: #f3e9d6; --red: #f08a75; --bar: #0d0a08; }
}
* { box-sizing: border-box; margin: 0; }
body {
  display: flex; flex-direction: column; min-height: 100vh; border: 2px solid var(--bar); background: var(--paper); color: var(--ink);
  font: 1.3125rem/1.42 Text, Rockwell, 'Roboto Slab', 'Noto Serif', Georgia, serif;
}
h1 { padding: 16px 20px 10px; color: var(--red); font-size: 0.9375rem; font-weight: 700; }
main { flex: 1; padding: 0 20px 18px; overflow-wrap: anywhere; white-space: pre-line; }
footer {
  display: flex; flex-wrap: wrap; gap: 0 20px; align-items: center; justify-content: space-between; padding: 8px 20px;
  border-top: 4px solid var(--brass); background: var(--bar); color: var(--on-bar); font-size: 0.9375rem;
}
a { display: flex; gap: 10px; align-items: center; padding-block: 4px; color: inherit; font: 1rem/1.3 Slab, Rockwell, 'Roboto Slab', 'Noto Serif', Georgia, serif; text-transform: uppercase; text-decoration: none; }
a:hover { text-decoration: underline; text-decoration-color: var(--brass); text-decoration-thickness: 2px; text-underline-offset: 0.25em; }
a:focus-visible { outline: 3px solid var(--brass); outline-offset: 2px; }
svg { flex: none; width: 1.25em; height: 1.25em; fill: var(--brass); }
.hidden { position: absolute; overflow: hidden; width: 1px; height: 1px; clip-path: inset(50%); }
@media (max-width: 359.99px) {
  body { font-size: 1.0625rem; }
  h1 { padding: 10px 12px 6px; }
  main { padding: 0 12px 10px; }
  footer { padding: 6px 12px; border-top-width: 3px; }
  h1, footer, a { font-size: 0.8125rem; }
}
@media (forced-colors: active) { svg { fill: currentColor; } }
`;

/** The star of the site's name. */
const STAR =
  '<svg viewBox="-1 -1 2 2" aria-hidden="true"><path d="M0-1 .25-.34.95-.31.4.13.59.81 0 .42-.59.81-.4.13-.95-.31-.25-.34Z"/></svg>';

interface Parts {
  title: string;
  /** the URL of the same content on the site, for search engines */
  canonical?: string;
  /** as HTML */
  main: string;
  footer: string;
}

function page({ title, canonical, main, footer }: Parts): string {
  const link = canonical === undefined ? '' : `<link rel="canonical" href="${canonical}">\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${title} | ${PRODUCT_NAME}</title>
${link}<style>${EMBED_STYLE}</style>
</head>
<body>
<h1>${title}</h1>
${main}
<footer>${footer}</footer>
</body>
</html>
`;
}

/** A link out of the frame. @param url of this site: nothing in it needs escaping */
function siteLink(url: string): string {
  return `<a href="${url}" target="_blank" rel="noopener">${STAR}${PRODUCT_NAME}<span class="hidden"> (opens in a new tab)</span></a>`;
}

/**
 * The page of a joke for the frames of other sites: no script, no cookie, and no other files than fonts.
 * @param origin the site's origin, such as `https://facts.example`
 */
export function embedPage(joke: Joke, origin: string): string {
  const { joke_id: id, joke_text: text, rating, num_votes: votes } = joke;
  const url = `${origin}/fact/${id}`;
  const count = votes.toLocaleString('en');
  const rated = `${rating.toFixed(1)}/${limits.ratingMax} · ${count} ${votes === 1 ? 'vote' : 'votes'}`;
  return page({
    title: `Fact no. ${id}`,
    canonical: url,
    main: `<main dir="auto">${escapeMarkup(text)}</main>`,
    footer: `${siteLink(url)} <p>${rated}</p>`,
  });
}

/** The page for everything below `/embed` that can't be shown. @param status of the response */
export function embedErrorPage(status: number, origin: string): string {
  const [title, text] =
    status >= 500
      ? ['This fact can’t be shown right now', 'Please reload the page in a minute.']
      : ['There is no such fact', 'It may have been removed, or the address is misspelled.'];
  return page({ title, main: `<main>${text}</main>`, footer: siteLink(`${origin}/`) });
}
