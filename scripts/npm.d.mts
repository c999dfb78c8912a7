/** npm ended with an error; `output` is all that it printed. */
export class NpmError extends Error {
  output: string;
}

/**
 * Runs npm, showing what it is for and how long it has taken, and its output only if it fails.
 * @throws {NpmError}
 */
export function npm(
  title: string,
  args: string[],
  options?: { cwd?: string; node?: string; pathFirst?: string },
): Promise<void>;
