import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * The inline script of every page. It sets the chosen theme before the first paint. It imports the
 * application once the page has loaded and had a moment to be painted: the page is readable before,
 * and scripts would compete with its styles and fonts for a slow connection. After three seconds it
 * no longer waits: an image may never arrive, and a hidden tab has no frames. A second import has no
 * effect. If a deployment has just removed the application's script, it reloads the page once; not for
 * another failure, because Firefox also reports one when the visitor leaves the page. It is plain
 * JavaScript, inserted unchanged, because its hash is in the content security policy of firebase.json.
 */
const FIRST_SCRIPT = [
  '(({ dataset }) => {',
  "try { const theme = localStorage.getItem('theme'); if (theme) dataset.theme = theme; } catch {}",
  'const start = () => import(dataset.app).catch(async () => {',
  'const { status } = await fetch(dataset.app);',
  'if (status !== 404 || sessionStorage.reloadedVersion === dataset.app) return;',
  'sessionStorage.reloadedVersion = dataset.app;',
  'location.reload();',
  '}).catch(() => {});',
  "addEventListener('load', () => requestAnimationFrame(() => setTimeout(start, 100)));",
  'setTimeout(start, 3000);',
  '})(document.documentElement);',
].join('\n');

/** The script's hash as a content security policy source. */
const SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(FIRST_SCRIPT).digest('base64')}'`;

/** Moves the application's URL from Vite's script element to where the inline script reads it. */
export function withFirstScript(html: string): string {
  const [element, url] =
    /\s*<script type="module" crossorigin src="([^"]*)"><\/script>/.exec(html) ?? [];
  if (element === undefined) throw new Error('The page has no module script.');
  return html
    .replace(element, '')
    .replace('<html ', () => `<html data-app="${url}" `)
    .replace('<!--first-script-->', () => `<script>${FIRST_SCRIPT}</script>`);
}

/**
 * Checks that the content security policy allows the script.
 * @param firebaseJson the path of firebase.json
 * @throws {Error} with the source to add if it does not
 */
export function checkPolicy(firebaseJson: string): void {
  if (readFileSync(firebaseJson, 'utf8').includes(SCRIPT_SOURCE)) return;
  throw new Error(`script-src in firebase.json must name the inline script: ${SCRIPT_SOURCE}`);
}
