import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import type { CreateRenderer } from '../../functions/src/contract/renderer.ts';
import { API_BASE_PATH, PRODUCT_NAME } from '../../functions/src/contract/product.ts';
import type { StaticPath } from '../../functions/src/contract/routes.ts';
import { siteOrigin } from './site-origin.ts';
import { checkPolicy, withFirstScript } from './first-script.ts';

const firebaseJson = join(import.meta.dirname, '..', '..', 'firebase.json');

/** The module of each static screen, and of the page that Hosting sends for a path without one. */
const MODULES: Readonly<Record<StaticPath | '/404', string>> = {
  '/submit': 'src/features/submission/submit-screen.tsx',
  '/about': 'src/features/story/about-screen.tsx',
  '/privacy': 'src/features/story/privacy-screen.tsx',
  '/developers': 'src/features/developers/developers-screen.tsx',
  '/facts-archive': 'src/features/story/facts-archive-screen.tsx',
  '/history': 'src/features/story/history-screen.tsx',
  '/404': 'src/components/not-found-screen.tsx',
};

/** Crawlers get pages, cards and images. The longest rule that matches a URL applies (RFC 9309). */
const robotsTxt = (origin: string) => `User-agent: *
Disallow: /api/
Allow: ${API_BASE_PATH}/cards/
Allow: ${API_BASE_PATH}/images/files/

Sitemap: ${origin}/sitemap.xml
`;

/** The head of `app.html`, which has an empty root: the login and admin screens render in the browser. */
const APP_HEAD = `<title>Login | ${PRODUCT_NAME}</title>\n    <meta name="robots" content="noindex" />`;

/** What `app.html` shows without JavaScript. */
const NEEDS_SCRIPT = `<noscript>
      <header class="top-bar"><div class="top-bar-content"><a class="logo" href="/">${PRODUCT_NAME}</a></div></header>
      <div class="main">
        <div class="screen">
          <h1>This Page Needs JavaScript</h1>
          <p class="no-script">Signing in and approving facts need JavaScript, and it is off in this browser. Reading the facts needs nothing but nerve.</p>
          <a class="button" href="/">Back to the facts</a>
        </div>
      </div>
    </noscript>`;

const read = () => Promise.reject(new Error('A static page has no data.'));
/** Builds the application for Node into a folder and imports it. */
async function loadRenderer(configFile: string, outDir: string): Promise<CreateRenderer> {
  await build({
    configFile,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: 'src/render.tsx',
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      // Screens that only the browser renders stay out of what the function loads.
      rolldownOptions: { output: { codeSplitting: true } },
    },
  });
  const file = pathToFileURL(join(outDir, 'render.js')).href;
  const module: { createRenderer: CreateRenderer } = await import(file);
  return module.createRenderer;
}

/**
 * Preload links for a screen's code, so that it loads together with the main script.
 * @throws {Error} if no script contains the screen
 */
function preloads(bundle: Rolldown.OutputBundle, screen: string): string {
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

/**
 * Writes one HTML file per static page, `app.html` for the login and admin screens, and robots.txt.
 * Writes the renderer and its template, for all other pages, into `dist-renderer` beside the site's
 * folder, `dist`. There is no index.html: Hosting would serve it instead of asking the function.
 * @throws {Error} if the content security policy does not allow the inline script
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
    // In development, Vite's own script element stays.
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: withFirstScript },
    writeBundle: {
      order: 'pre',
      sequential: true,
      async handler(_options, bundle) {
        checkPolicy(firebaseJson);
        const template = await readFile(join(folder, 'index.html'), 'utf8');
        await rm(join(folder, 'index.html'));
        // In a new folder, because this process may already have imported another build.
        const built = await mkdtemp(join(tmpdir(), 'renderer-'));
        const renderPage = (await loadRenderer(configFile, built))(template);
        const origin = siteOrigin();
        for (const [path, screen] of Object.entries(MODULES)) {
          const { html } = await renderPage({ url: path, origin, read });
          const links = preloads(bundle, screen);
          await writeFile(
            join(folder, `${path}.html`),
            html.replace('</head>', () => `  ${links}\n  </head>`),
          );
        }
        await writeFile(join(built, 'template.html'), template);
        await rm(`${folder}-renderer`, { recursive: true, force: true });
        await cp(built, `${folder}-renderer`, { recursive: true });
        await rm(built, { recursive: true });
        const app = template
          .replace(/<title>.*<\/title>/, () => APP_HEAD)
          .replace('<div id="root"></div>', (root) => `${root}\n    ${NEEDS_SCRIPT}`);
        await writeFile(join(folder, 'app.html'), app);
        await writeFile(join(folder, 'robots.txt'), robotsTxt(origin));
      },
    },
  };
}
