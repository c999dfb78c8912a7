/** npm ended with an error; `output` is all that it printed. */
export class NpmError extends Error {
  output: string;
}

/**
 * Runs npm without showing its output.
 * @throws {NpmError}
 */
export function npm(
  args: string[],
  options?: { cwd?: string; node?: string; pathFirst?: string },
): Promise<void>;

/** Shows what is being done and how long it has taken. @returns what the work returns */
export function withProgress<Result>(title: string, work: () => Promise<Result>): Promise<Result>;
