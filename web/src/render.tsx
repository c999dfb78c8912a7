import { files, type Joke, type Renderer, type RenderPage } from 'functions/contract';
import { StrictMode, type ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { hasCode } from './api/failure.ts';
import { App } from './app/app.tsx';
import { loadPage } from './app/load-page.ts';
import { Document, NeedsScript, SiteTags } from './document.tsx';
import { Embed } from './embed.tsx';
import { jokeIdOf } from './paths.ts';
import { Head } from './ui/head.tsx';

const EMBEDS = files.embed.path.replace('{id}', '');
const ROOT = '<div id="root">';
const ROOT_END = '</div>';
/** Only the 404 page has this in its head: in texts, it would be escaped. */
const NOT_FOUND = '<meta name="prerender-status-code" content="404"';

async function markupOf(element: ReactNode): Promise<string> {
  const errors: unknown[] = [];
  const { prelude } = await prerender(element, {
    // React would move late parts into place with inline scripts, which the policy forbids.
    progressiveChunkSize: Infinity,
    onError: (error) => void errors.push(error),
  });
  if (errors.length > 0) throw errors[0];
  return new Response(prelude).text();
}

const tagsOf = (preloads: readonly string[], fonts = true) =>
  markupOf(<SiteTags preloads={preloads} fonts={fonts} />);
let siteTags: Promise<string> | undefined;

const renderEmbed: RenderPage = async ({ url, origin, read }) => {
  const id = jokeIdOf(url.replace(EMBEDS, ''));
  let joke: Joke | undefined;
  let failure: unknown;
  try {
    const answer = id === undefined ? undefined : await read('getJoke', { params: { id } });
    if (answer && 'joke_text' in answer) joke = answer;
  } catch (error) {
    if (!hasCode(error, 'not_found')) failure = error;
  }
  const failed = failure !== undefined;
  const html = await markupOf(<Embed {...{ joke, failed, origin }} />);
  return { html, found: failed || joke !== undefined, failure };
};

/** Renders a page of the site, for the function and for the build. */
export const renderPage: RenderPage = async (request) => {
  const { url: requested, origin, read, preloads } = request;
  if (requested.startsWith(EMBEDS)) return renderEmbed(request);
  const url = new URL(requested, origin);
  const { answers, ...loaded } = await loadPage(url, read);
  if (loaded.redirect !== undefined) return { html: '', found: true, ...loaded };
  const markup = await markupOf(
    <div id="root">
      <StrictMode>
        <StaticRouter location={url.pathname + url.search}>
          <App answers={answers} origin={origin} />
        </StaticRouter>
      </StrictMode>
    </div>,
  );
  // React writes what belongs into the head before the element that it renders.
  const start = markup.indexOf(ROOT);
  const tags = await (preloads ? tagsOf(preloads) : (siteTags ??= tagsOf([])));
  const head = tags + markup.slice(0, start);
  const root = markup.slice(start + ROOT.length, -ROOT_END.length);
  const html = await markupOf(<Document {...{ head, root, answers }} />);
  return { html, found: !head.includes(NOT_FOUND), ...loaded };
};

/** Renders the shell: the login and admin screens before the browser renders them, and any screen offline. */
export const renderShell: Renderer['renderShell'] = async (preloads) => {
  const head = (await tagsOf(preloads, false)) + (await markupOf(<Head title="Login" />));
  return markupOf(
    <Document head={head} root="" answers={[]}>
      <NeedsScript />
    </Document>,
  );
};
