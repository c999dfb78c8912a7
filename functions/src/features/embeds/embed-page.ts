import { PRODUCT_NAME, type Joke } from '../../contract/index.ts';
import { limits } from '../../domain/index.ts';
import { escapeMarkup } from '../../platform/escape-markup.ts';

/**
 * The style of every embed. firebase.json allows it by its SHA-256. Without fonts of its own: a frame
 * that may not use its origin can't load them.
 */
export const EMBED_STYLE = `
:root { color-scheme: light dark; --paper: #fffaf0; --ink: #1d1712; --soft: #5c5044; --line: #948266; --brass: #a36f10; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1f1914; --ink: #f3e9d6; --soft: #b7a88f; --line: #6f6150; --brass: #e0ab4a; }
}
* { box-sizing: border-box; margin: 0; }
body {
  display: flex; flex-direction: column; gap: 12px; min-height: 100vh; padding: 18px 20px 14px;
  border: 2px solid var(--line); border-radius: 4px; background: var(--paper); color: var(--ink);
  font: 1.3125rem/1.42 'Rockwell', 'Roboto Slab', 'Noto Serif', Georgia, serif;
}
h1 { color: var(--soft); font-size: 0.9375rem; font-weight: 700; }
main { flex: 1; overflow-wrap: anywhere; white-space: pre-line; }
footer {
  display: flex; flex-wrap: wrap; gap: 4px 20px; align-items: center; justify-content: space-between;
  color: var(--soft); font-size: 0.9375rem;
}
a { padding-block: 4px; color: inherit; font-weight: 700; text-decoration-color: var(--brass); text-decoration-thickness: 2px; text-underline-offset: 0.2em; }
a:hover { color: var(--ink); }
a:focus-visible { outline: 3px solid var(--brass); outline-offset: 2px; }
.hidden { position: absolute; overflow: hidden; width: 1px; height: 1px; clip-path: inset(50%); }
@media (max-width: 359.99px) {
  body { gap: 8px; padding: 10px 12px 6px; font-size: 1.0625rem; }
  h1, footer { font-size: 0.8125rem; }
  footer { gap: 2px 12px; }
}
@media (forced-colors: active) { body { border-color: CanvasText; } }
`;

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
  return `<a href="${url}" target="_blank" rel="noopener">${PRODUCT_NAME}<span class="hidden"> (opens in a new tab)</span></a>`;
}

/**
 * The page of a joke for the frames of other sites: no script, no cookie, and no other file.
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
    footer: `<p>${rated}</p> ${siteLink(url)}`,
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
