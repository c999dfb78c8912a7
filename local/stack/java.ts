import { spawnSync } from 'node:child_process';

/** What firebase-tools 15 needs for its Firestore emulator and its Storage rules. */
const OLDEST_JAVA = 21;

/**
 * Checks that the official suite can run here.
 * @param otherwise what can be done without it
 * @throws {Error} what to install
 */
export function assertJava(otherwise: string): void {
  const { stdout, stderr, error } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  const found = error === undefined ? majorVersion(stdout + stderr) : null;
  if (found !== null && found >= OLDEST_JAVA) return;
  const has = found === null ? 'none was found' : `this is Java ${found}`;
  throw new Error(
    [
      `Firebase's own emulators need Java ${OLDEST_JAVA} or newer; ${has}.`,
      'Install one (such as https://adoptium.net) and see that `java -version` shows it,',
      otherwise,
    ].join('\n'),
  );
}

/** Java 8 and older call themselves 1.8 and so on. */
function majorVersion(text: string): number | null {
  const match = /version "(?:1\.)?(\d+)/.exec(text);
  return match === null ? null : Number(match[1]);
}
