/**
 * Runs npm without showing its output.
 * @throws {Error} with npm's output, if it fails
 */
export function npm(cwd: string, args: string[]): Promise<void>;

/** Shows what is being done and how long it has taken. @returns what the work returns */
export function withProgress<Result>(title: string, work: () => Promise<Result>): Promise<Result>;
