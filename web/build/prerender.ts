import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { PRODUCT_NAME } from '../../functions/src/contract/product.ts';
import { checkPolicy, EARLY_SCRIPT } from './early-script.ts';
import { pageHead, pages, type Page } from './page-head.ts';
import { siteOrigin } from './site-origin.ts';

/** Renders a page; exported by `src/prerender.tsx`. */
type PrerenderPage = (path: string) => Promise<string>;

const firebaseJson = join(import.meta.dirname, '..', '..', 'firebase.json');

/** Builds the application for Node into a folder and imports it. */
async function loadApplication(configFile: string, folder: string): Promise<PrerenderPage> {
  await build({
    configFile,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: 'src/prerender.tsx',
      outDir: folder,
      emptyOutDir: true,
      copyPublicDir: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const module: { prerenderPage: PrerenderPage } = await import(
    pathToFileURL(join(folder, 'prerender.js')).href
  );
  return module.prerenderPage;
}

/**
 * Preload links for a screen's code, so that it loads together with the main script.
 * @throws {Error} if no script contains the screen
 */
function preloads(bundle: Rolldown.OutputBundle, screen: string | undefined): string {
  if (screen === undefined) return '';
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const ofScreen = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(screen)));
  if (ofScreen === undefined) throw new Error(`No script contains ${screen}.`);
  const needed = [ofScreen.fileName, ...ofScreen.imports];
  const isEntry = (file: string) =>
    chunks.some((chunk) => chunk.isEntry && chunk.fileName === file);
  return needed
    .filter((file) => !isEntry(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`)
    .join('\n    ');
}

/** The template with a page's head, its `markup` and its preload links. */
function filled(template: string, page: Page, markup = '', links = ''): string {
  const head = `<!--head-->\n    ${pageHead(page, siteOrigin())}\n    <!--/head-->`;
  return template
    .replace(/<!--head-->[^]*<!--\/head-->/, () => `${head}\n    ${links}`)
    .replace('<div id="root"></div>', (empty) =>
      markup === '' ? empty : `<div id="root" data-path="${page.path}">${markup}</div>`,
    );
}

/** The login and admin screens: rendered only in the browser and not indexed. */
const APP: Page = {
  path: '/login',
  file: 'app.html',
  title: 'Login',
  description: 'For the people who approve the facts.',
  indexed: false,
};

/** What {@link APP} shows without JavaScript. */
const NEEDS_SCRIPT = `<noscript>
      <header class="top-bar"><div class="top-bar-content"><a class="logo" href="/">${PRODUCT_NAME}</a></div></header>
      <main class="main">
        <div class="screen">
          <h1>This Page Needs JavaScript</h1>
          <p class="no-script">Signing in and approving facts need JavaScript, and it is off in this browser. Reading the facts needs nothing but nerve.</p>
          <a class="button" href="/">Back to the facts</a>
        </div>
      </main>
    </noscript>`;

/**
 * Writes one HTML file per public page, rendered without any visitor's data, `app.html` for the
 * login and admin screens, and robots.txt. Adds the early script to each page.
 * @throws {Error} if the content security policy does not allow that script
 */
export function prerenderPages(): Plugin {
  let configFile = '';
  let folder = '';
  return {
    name: 'prerender-pages',
    configResolved(config) {
      configFile = config.configFile ?? '';
      folder = resolve(config.root, config.build.outDir);
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<!--early-->', () => `<script>${EARLY_SCRIPT}</script>`),
    },
    writeBundle: {
      order: 'pre',
      sequential: true,
      async handler(_options, bundle) {
        checkPolicy(firebaseJson);
        const template = await readFile(join(folder, 'index.html'), 'utf8');
        const temporary = await mkdtemp(join(tmpdir(), 'prerender-'));
        try {
          const prerenderPage = await loadApplication(configFile, temporary);
          for (const page of pages) {
            // A page for many jokes is rendered in the browser.
            const markup = page.renderedAs === undefined ? await prerenderPage(page.path) : '';
            const links = preloads(bundle, page.screen);
            await writeFile(join(folder, page.file), filled(template, page, markup, links));
          }
        } finally {
          await rm(temporary, { recursive: true });
        }
        const app = filled(template, APP).replace(
          '<div id="root"></div>',
          (root) => `${root}\n    ${NEEDS_SCRIPT}`,
        );
        await writeFile(join(folder, APP.file), app);
        const robots = `User-agent: *\nDisallow: /api/\n\nSitemap: ${siteOrigin()}/sitemap.xml\n`;
        await writeFile(join(folder, 'robots.txt'), robots);
      },
    },
  };
}
