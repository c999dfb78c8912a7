import { createInterface } from 'node:readline/promises';

/** Whether somebody can answer questions: standard input is a terminal. */
export function canAsk(): boolean {
  return process.stdin.isTTY;
}

/**
 * Asks a question in the terminal.
 * @returns the answer without outer whitespace
 * @throws {Error} on Ctrl-C or the end of the input
 */
export async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const stopped = new AbortController();
  for (const event of ['SIGINT', 'close'] as const) lines.once(event, () => stopped.abort());
  try {
    return (await lines.question(question, { signal: stopped.signal })).trim();
  } catch (cause) {
    throw new Error('Stopped: there was no answer.', { cause });
  } finally {
    lines.close();
  }
}
