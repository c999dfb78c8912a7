import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CLIENT_TIMEOUT_MS, jokeUrls } from '../../functions/src/contract/joke-urls.ts';
import { paths } from '../src/paths.ts';

/**
 * The inline script that runs first on every page: it sets the chosen theme before the first paint
 * and requests the first list while the other scripts are still loading. It is plain JavaScript,
 * inserted unchanged, because its hash is in the content security policy of firebase.json.
 */
export const EARLY_SCRIPT = [
  '(() => {',
  'const root = document.documentElement;',
  "try { const theme = localStorage.getItem('theme'); if (theme) root.dataset.theme = theme; } catch {}",
  'const page = /^\\?page=([1-9]\\d{0,5})$/.exec(location.search)?.[1] ?? 1;',
  'const address = {',
  `'${paths.home}': \`${jokeUrls.page('${page}')}\`,`,
  `'${paths.top}': '${jokeUrls.top}',`,
  `'${paths.newest}': '${jokeUrls.newest}',`,
  `'${paths.random}': '${jokeUrls.random}',`,
  '}[location.pathname];',
  'if (!address) return;',
  `const signal = AbortSignal.timeout(${CLIENT_TIMEOUT_MS});`,
  "const response = fetch(address, { credentials: 'omit', signal });",
  'response.catch(() => undefined);',
  'window.earlyAnswer = { address, response };',
  '})();',
].join('\n');

/** The script's hash as a content security policy source. */
const EARLY_SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(EARLY_SCRIPT).digest('base64')}'`;

/**
 * Checks that the content security policy allows the script.
 * @param firebaseJson the path of firebase.json
 * @throws {Error} with the source to add if it does not
 */
export function checkPolicy(firebaseJson: string): void {
  if (readFileSync(firebaseJson, 'utf8').includes(EARLY_SCRIPT_SOURCE)) return;
  throw new Error(
    `script-src in firebase.json must name the inline script: ${EARLY_SCRIPT_SOURCE}`,
  );
}
