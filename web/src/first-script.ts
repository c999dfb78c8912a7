/**
 * The inline script of every page. It sets the chosen theme before the first paint. It imports the
 * application once the page has loaded and had a moment to be painted: the page is readable before,
 * and scripts would compete with its styles and fonts for a slow connection. After three seconds it
 * no longer waits: an image may never arrive, and a hidden tab has no frames. A second import has no
 * effect. If a deployment has just removed the application's script, it reloads the page once; not for
 * another failure, because Firefox also reports one when the visitor leaves the page. It is plain
 * JavaScript, inserted unchanged, because its hash is in the content security policy of firebase.json.
 */
export const FIRST_SCRIPT = [
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
