/** A problem that must prevent the deployment; the message says what to do. */
export class Refusal extends Error {}

/** The message of a thrown value, followed by those of the `children` that firebase-tools adds to errors. */
export function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const children: unknown = 'children' in thrown ? thrown.children : [];
  const below = Array.isArray(children) ? children.map(messageOf) : [];
  return [thrown.message, ...below].join(' ');
}

/**
 * Runs checks one after another, prints a line for each and records whether one failed.
 * @param print takes one line at a time
 */
export function openChecklist(print: (line: string) => void) {
  let failed = false;
  const line = (mark: '✓' | '✗', title: string, text: string) =>
    print(`${mark} ${title}: ${text.replace(/\s*\n\s*/g, ' ')}`);
  return {
    /**
     * @param run throws what is wrong and what to do
     * @param describe says what was found, in a few words; default: the result itself
     * @returns what `run` returned; undefined if it failed
     */
    async check<Result>(
      title: string,
      run: () => Result | Promise<Result>,
      describe: (result: Result) => string = String,
    ): Promise<Result | undefined> {
      try {
        const result = await run();
        line('✓', title, describe(result));
        return result;
      } catch (error) {
        failed = true;
        line('✗', title, messageOf(error));
        return undefined;
      }
    },
    get failed(): boolean {
      return failed;
    },
  };
}

export type Checklist = ReturnType<typeof openChecklist>;
