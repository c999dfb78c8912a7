import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * The inline script of every page: it sets the chosen theme before the first paint. It is plain
 * JavaScript, inserted unchanged, because its hash is in the content security policy of firebase.json.
 */
export const THEME_SCRIPT =
  "try { const theme = localStorage.getItem('theme'); if (theme) document.documentElement.dataset.theme = theme; } catch {}";

/** The script's hash as a content security policy source. */
const SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(THEME_SCRIPT).digest('base64')}'`;

/**
 * Checks that the content security policy allows the script.
 * @param firebaseJson the path of firebase.json
 * @throws {Error} with the source to add if it does not
 */
export function checkPolicy(firebaseJson: string): void {
  if (readFileSync(firebaseJson, 'utf8').includes(SCRIPT_SOURCE)) return;
  throw new Error(`script-src in firebase.json must name the inline script: ${SCRIPT_SOURCE}`);
}
