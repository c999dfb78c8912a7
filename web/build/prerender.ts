import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import type { Renderer } from '../../functions/src/contract/renderer.ts';
import {
  API_BASE_PATH,
  IMAGE_FILES_PATH,
  PRODUCT_NAME,
} from '../../functions/src/contract/urls.ts';
import { feeds, pages, texts, type StaticPath } from '../../functions/src/contract/routes.ts';
import { FIRST_SCRIPT } from '../src/first-script.ts';
import { siteOrigin } from './site-origin.ts';

const firebaseJson = join(import.meta.dirname, '..', '..', 'firebase.json');

/** The module of each static screen, and of the page for a path that Hosting neither has nor sends to the function. */
const MODULES: Readonly<Record<StaticPath | '/404', string>> = {
  '/submit': 'src/screens/submit/submit-screen.tsx',
  '/about': 'src/screens/story/about-screen.tsx',
  '/privacy': 'src/screens/story/privacy-screen.tsx',
  '/developers': 'src/screens/developers/developers-screen.tsx',
  '/facts-archive': 'src/screens/story/facts-archive-screen.tsx',
  '/history': 'src/screens/story/history-screen.tsx',
  '/my-votes': 'src/screens/my-votes-screen.tsx',
  '/404': 'src/ui/not-found.tsx',
};

/** The modules that an admin screen loads one after another. */
const MODERATION = ['src/admin/session/admin-only.tsx', 'src/admin/dashboard-screen.tsx'];

const textPaths = Object.values(texts).map(({ path }) => path.replace('{id}', '*'));

/** Crawlers get pages, cards and images. The longest rule that matches a URL applies (RFC 9309). */
const robotsTxt = (origin: string) => `User-agent: *
Disallow: /api/
Allow: ${API_BASE_PATH}/cards/
Allow: ${IMAGE_FILES_PATH}
${textPaths.map((path) => `Disallow: ${path}`).join('\n')}

Sitemap: ${origin}/sitemap.xml
`;

const feedLinks = (origin: string) =>
  Object.values(feeds).map(({ path, title }) => `[${title}](${origin}${path})`);

/** Where everything is, for language models. Source of the format: https://llmstxt.org */
const llmsTxt = (origin: string) => `# ${PRODUCT_NAME}

> Facts about one man, rated by their readers. Reading them needs no key.

## For programs

- [For developers](${origin}/developers): reference, examples and fair use
- [OpenAPI](${origin}${API_BASE_PATH}/openapi.json): the whole API
- [A random fact](${origin}${API_BASE_PATH}/jokes/random), or as [a line of text](${origin}${pages.randomText.path})
- [Several](${origin}${API_BASE_PATH}/jokes?sortBy=shuffled&seed=any&per_page=5), in an order that \`seed\` decides
- [Search](${origin}${API_BASE_PATH}/jokes/search?q=beard): facts with the words of \`q\`
- [All facts](${origin}${pages.factsFile.path}): one in each line, as JSON with its number, text, date and tags. Visitors wrote them, and the site claims no rights in what they wrote
- Feeds: ${feedLinks(origin).join(', ')}

## For readers

- [The Top 100](${origin}${pages.top.path}), [the newest](${origin}${pages.newest.path}) and [a random one](${origin}${pages.random.path})
- [About](${origin}/about), [history](${origin}/history) and [privacy](${origin}/privacy)
- [Sitemap](${origin}${pages.sitemap.path}): every fact has a page, \`/fact/{number}\`
`;

const read = () => Promise.reject(new Error('A static page has no data.'));

/** Checks that the content security policy of firebase.json allows the inline script of every page. */
function checkPolicy(): void {
  const source = `'sha256-${createHash('sha256').update(FIRST_SCRIPT).digest('base64')}'`;
  if (readFileSync(firebaseJson, 'utf8').includes(source)) return;
  throw new Error(`script-src in firebase.json must name the inline script: ${source}`);
}

/** Builds the application for Node into a folder, with the names of the site's files, and imports it. */
async function buildRenderer(
  configFile: string,
  outDir: string,
  files: ReturnType<typeof siteFiles>,
): Promise<Renderer> {
  await build({
    configFile,
    logLevel: 'warn',
    define: {
      'process.env.NODE_ENV': '"production"',
      'import.meta.env.SITE_FILES': JSON.stringify(files),
    },
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
  return import(pathToFileURL(join(outDir, 'render.js')).href);
}

const chunksOf = (bundle: Rolldown.OutputBundle) =>
  Object.values(bundle).filter((output) => output.type === 'chunk');

function siteFiles(bundle: Rolldown.OutputBundle) {
  const entry = chunksOf(bundle).find(({ isEntry }) => isEntry);
  const style = Object.keys(bundle).find((file) => file.endsWith('.css'));
  if (!entry || style === undefined) throw new Error('The build has no application or no styles.');
  return { app: `/${entry.fileName}`, style: `/${style}` };
}

/**
 * The script that has a module, and all that it imports, the application's too.
 * @throws {Error} if no script contains the module
 */
function scriptsOf(bundle: Rolldown.OutputBundle, module: string): string[] {
  const chunks = chunksOf(bundle);
  const first = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
  if (first === undefined) throw new Error(`No script contains ${module}.`);
  const scripts = new Set([first.fileName]);
  for (const file of scripts) {
    for (const { fileName, imports } of chunks) {
      if (fileName === file) imports.forEach((imported) => scripts.add(imported));
    }
  }
  return [...scripts].map((file) => `/${file}`);
}

/**
 * Writes one HTML file per static page, `app.html` for the login and offline, `moderation.html` for the admin
 * screens, robots.txt and llms.txt.
 * Writes the renderer, for all other pages, into `dist-renderer` beside the site's folder, `dist`.
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
    apply: 'build',
    writeBundle: {
      order: 'pre',
      sequential: true,
      async handler(_options, bundle) {
        checkPolicy();
        // In a new folder, because this process may already have imported another build.
        const built = await mkdtemp(join(tmpdir(), 'renderer-'));
        const files = siteFiles(bundle);
        const renderer = await buildRenderer(configFile, built, files);
        const origin = siteOrigin();
        for (const [url, screen] of Object.entries(MODULES)) {
          // The page shows its content first, then starts the application.
          const preloads = scriptsOf(bundle, screen).filter((file) => file !== files.app);
          const { html } = await renderer.renderPage({ url, origin, read, preloads });
          await writeFile(join(folder, `${url}.html`), html);
        }
        await writeFile(join(folder, 'app.html'), await renderer.renderShell([]));
        const moderation = new Set(MODERATION.flatMap((module) => scriptsOf(bundle, module)));
        await writeFile(
          join(folder, 'moderation.html'),
          await renderer.renderShell([...moderation]),
        );
        await writeFile(join(folder, 'robots.txt'), robotsTxt(origin));
        await writeFile(join(folder, 'llms.txt'), llmsTxt(origin));
        await rm(`${folder}-renderer`, { recursive: true, force: true });
        await cp(built, `${folder}-renderer`, { recursive: true });
        await rm(built, { recursive: true });
      },
    },
  };
}
