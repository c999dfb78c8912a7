import { spawnSync } from 'node:child_process';

/** The version that firebase-tools 15 needs for its Firestore emulator and its Storage rules. */
const MIN_JAVA = 21;

/**
 * Checks that Java is available for Firebase's official emulators.
 * @param alternative what to do without Java, the end of a sentence
 * @throws {Error} says what to install
 */
export function assertJava(alternative: string): void {
  const { stdout, stderr, error } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  const found = error === undefined ? majorVersion(stdout + stderr) : null;
  if (found !== null && found >= MIN_JAVA) return;
  const status = found === null ? 'no Java was found' : `found Java ${found}`;
  throw new Error(
    [
      `Firebase's own emulators need Java ${MIN_JAVA} or newer; ${status}.`,
      'Install it (for example from https://adoptium.net) and check it with `java -version`,',
      alternative,
    ].join('\n'),
  );
}

/** Java 8 and older report versions such as 1.8. */
function majorVersion(text: string): number | null {
  const match = /version "(?:1\.)?(\d+)/.exec(text);
  return match === null ? null : Number(match[1]);
}
