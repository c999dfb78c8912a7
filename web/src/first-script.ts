/**
 * The inline script of every page. It sets the chosen theme before the first paint, has every row of a list laid out where
 * the browser restores a position (see `app/lay-out-rows.ts`), records what is pressed before the application runs (see
 * `app/early-input.ts`; an arrow key only moves), and starts the application:
 * - when the whole page has arrived, because React compares all of it;
 * - after the first frame and a moment to paint it, because scripts would compete with styles and fonts;
 * - with `fetch` before `import()`, because browsers remember a failed import: a request that is lost, takes
 *   half a minute or is answered with something else, as by a hotel's login page, is made once more;
 * - with one reload if a deployment has just removed the application's script.
 *
 * Unless it succeeds or is still trying, every page shows a notice that it has (`StartNotice`), also where something on the
 * way has changed this script so that it does not run. It is plain JavaScript, inserted unchanged, because its hash is in
 * the content security policy of firebase.json.
 */
export const FIRST_SCRIPT = `(({ dataset }) => {
  dataset.starts = '';
  try { const theme = localStorage.getItem('theme'); if (theme) dataset.theme = theme; } catch {}
  const [navigation] = performance.getEntriesByType('navigation');
  if (/reload|back/.test(navigation?.type)) dataset.whole = '';

  const pressed = new Set();
  let moves = false;
  const record = ({ type, key, target }) => {
    if (type !== 'click') moves = type === 'keydown' && /^Arrow/.test(key);
    const votes = type === 'keydown' && target.type === 'radio' && /^( |Enter)$/.test(key);
    const control = (type === 'click' || votes) && target.closest?.('#root :is(button, [type=radio])');
    if (!control) return;
    document.getElementsByName(control.name).forEach((other) => pressed.delete(other));
    if (!moves) pressed.add(control);
  };
  const types = ['keydown', 'keyup', 'click'];
  types.forEach((type) => addEventListener(type, record, true));
  window.takePresses = () => {
    types.forEach((type) => removeEventListener(type, record, true));
    return pressed;
  };

  const request = async (cache) => {
    const answer = await fetch(dataset.app, { cache, priority: 'low', signal: AbortSignal.timeout(30000) });
    await answer.blob();
    if (!answer.ok || !/javascript/.test(answer.headers.get('content-type'))) throw answer.status;
  };
  const fail = (failure) => {
    try {
      if (failure === 404 && sessionStorage.reloadedVersion !== dataset.app) {
        sessionStorage.reloadedVersion = dataset.app;
        return location.reload();
      }
    } catch {}
    delete dataset.starts;
  };
  const start = () => request('default').catch(() => request('reload')).then(() => import(dataset.app)).catch(fail);
  addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => setTimeout(start, 100)));
})(document.documentElement);`;
