import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { checkPolicy, EARLY_SCRIPT } from './early-script.ts';
import { pageHead } from './page-head.ts';
import { pages, type Page } from './pages.ts';
import { siteOrigin } from './site-origin.ts';

/** Draws a page; what `src/prerender.tsx` exports. */
type PrerenderPage = (path: string) => Promise<string>;

const firebaseJson = join(import.meta.dirname, '..', '..', 'firebase.json');

/** Builds the application for this process into a folder, and loads it. */
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

/** Links to the code of a screen, so that it comes together with the page's own. */
function preloads(bundle: Rolldown.OutputBundle, screen: string | undefined): string {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const ofScreen = chunks.find(
    ({ moduleIds }) => screen !== undefined && moduleIds.some((id) => id.endsWith(screen)),
  );
  const needed = ofScreen ? [ofScreen.fileName, ...ofScreen.imports] : [];
  const isEntry = (file: string) =>
    chunks.some((chunk) => chunk.isEntry && chunk.fileName === file);
  return needed
    .filter((file) => !isEntry(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`)
    .join('\n    ');
}

/** What a page is made of besides what the template and its description say. */
interface Drawn {
  origin: string;
  markup: string;
  links: string;
}

function filled(template: string, page: Page, { origin, markup, links }: Drawn): string {
  const head = `<!--head-->\n    ${pageHead(page, origin)}\n    <!--/head-->`;
  return template
    .replace(/<!--head-->[^]*<!--\/head-->/, () => `${head}\n    ${links}`)
    .replace('<div id="root"></div>', (empty) =>
      markup === '' ? empty : `<div id="root" data-drawn-for="${page.path}">${markup}</div>`,
    );
}

function robots(origin: string): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`;
}

/** The screens behind the login: drawn in the browser alone, and of no use to a search engine. */
const APP: Page = {
  path: '/login',
  file: 'app.html',
  title: 'Login',
  description: 'For whoever approves the facts.',
  indexed: false,
};

/**
 * Writes one file per public page, drawn as it stands before anything is known of its reader,
 * `app.html` for the screens behind the login, and robots.txt. Puts the early script into each.
 * @throws {Error} if the content security policy does not name that script
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
        const origin = siteOrigin();
        const template = await readFile(join(folder, 'index.html'), 'utf8');
        const temporary = await mkdtemp(join(tmpdir(), 'prerender-'));
        try {
          const prerenderPage = await loadApplication(configFile, temporary);
          for (const page of pages) {
            const markup = await prerenderPage(page.drawnAs ?? page.path);
            const links = preloads(bundle, page.screen);
            const html = filled(template, page, { origin, markup, links });
            await writeFile(join(folder, page.file), html);
          }
        } finally {
          await rm(temporary, { recursive: true });
        }
        await writeFile(
          join(folder, APP.file),
          filled(template, APP, { origin, markup: '', links: '' }),
        );
        await writeFile(join(folder, 'robots.txt'), robots(origin));
      },
    },
  };
}
