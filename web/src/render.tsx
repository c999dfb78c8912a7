import type { CreateRenderer, PageRequest } from 'functions/contract';
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { PAGE_ANSWERS_ID, type PageAnswer } from './api/page-answers.ts';
import { App } from './app/app.tsx';
import { loadPage } from './app/load-page.ts';
import { scriptJson } from './components/head.tsx';

/** The first element of every page; before it, React renders what belongs into the head. */
const FIRST_ELEMENT = '<a class="skip-link"';

/** @throws what a component throws */
async function markupOf(url: URL, origin: string, answers: readonly PageAnswer[]) {
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={url.pathname + url.search}>
        <App answers={answers} origin={origin} />
      </StaticRouter>
    </StrictMode>,
    // React would move late parts into place with inline scripts, which the policy forbids.
    { progressiveChunkSize: Infinity, onError: (error) => void errors.push(error) },
  );
  if (errors.length > 0) throw errors[0];
  const markup = await new Response(prelude).text();
  const start = markup.indexOf(FIRST_ELEMENT);
  return { head: markup.slice(0, start), body: markup.slice(start) };
}

/**
 * Creates the renderer of all pages, for the function and for the build.
 * @param template the built index.html
 */
export const createRenderer: CreateRenderer = (template) => async (request: PageRequest) => {
  const { origin, read } = request;
  const url = new URL(request.url.replace(/^\/+/, '/'), origin);
  url.pathname = url.pathname.replace(/(?<=.)\/$/, '');
  const { answers, ...loaded } = await loadPage(url, read);
  if (loaded.redirect !== undefined) return { html: '', ...loaded };
  const { head, body } = await markupOf(url, origin, answers);
  const carried = `<script type="application/json" id="${PAGE_ANSWERS_ID}">${scriptJson(answers)}</script>`;
  const html = template
    .replace(/<title>.*<\/title>/, () => head)
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>\n    ${carried}`);
  return { html, ...loaded };
};
