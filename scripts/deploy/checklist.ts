import { messageOf } from './refusal.ts';

/** Runs checks one after another, prints a line for each and records whether one failed. */
export interface Checklist {
  /**
   * @param run returns what it found, in a few words; throws what is wrong and what to do
   * @returns whether it passed
   */
  check(title: string, run: () => string | Promise<string>): Promise<boolean>;
  /** Prints that a check could not run, and counts it as failed. */
  skip(title: string, reason: string): void;
  readonly failed: boolean;
}

/** @param print takes one line at a time */
export function openChecklist(print: (line: string) => void): Checklist {
  let failed = false;
  const line = (mark: '✓' | '✗', title: string, text: string) =>
    print(`${mark} ${title}: ${text.replace(/\s*\n\s*/g, ' ')}`);
  return {
    async check(title, run) {
      try {
        line('✓', title, await run());
        return true;
      } catch (error) {
        failed = true;
        line('✗', title, messageOf(error));
        return false;
      }
    },
    skip(title, reason) {
      failed = true;
      line('✗', title, `not checked, ${reason}`);
    },
    get failed() {
      return failed;
    },
  };
}
