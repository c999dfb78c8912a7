import { inspect } from 'node:util';
import * as z from 'zod';
import { ApiError } from '../../functions/src/contract/index.ts';

/** A text from elsewhere that is safe to print: control characters could change the terminal. Lines stay. */
export function printable(text: string): string {
  return text.replaceAll(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu, '\u{FFFD}');
}

export type Terminal = ReturnType<typeof openTerminal>;

/** The output of a command to the terminal or a log; control characters are replaced. */
export function openTerminal() {
  const live = process.stdout.isTTY;
  let shown = '';
  // A closed terminal must not prevent an orderly stop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const write = (stream: NodeJS.WriteStream, text: string, phrase = '') => {
    if (live && shown !== '') process.stdout.write('\r\u001B[2K');
    stream.write(printable(text));
    shown = phrase;
  };
  return {
    /** Shows what is being done; on a terminal, each phrase replaces the previous one. */
    progress(phrase: string): void {
      if (phrase !== shown) write(process.stdout, `${phrase} …${live ? '' : '\n'}`, phrase);
    },
    print: (text: string) => write(process.stdout, `${text}\n`),
    printError: (text: string) => write(process.stderr, `${text}\n`),
  };
}

/**
 * A signal that aborts when this process should stop: on Ctrl-C, SIGTERM or SIGHUP and, under npm, when
 * the parent process is gone. Later signals are ignored, because stopping has its own time limits.
 */
export function stopRequest(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => controller.abort());
  }
  const parent = process.ppid;
  // Without npm, the process may outlive its shell.
  if (process.env['npm_lifecycle_event'] !== undefined) {
    setInterval(() => process.ppid === parent || controller.abort(), 1000).unref();
  }
  return controller.signal;
}

/** What is wrong with a file or folder, by the code of the system's error. */
const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EEXIST: 'already exists',
  ENOTDIR: 'is not in a folder',
  EISDIR: 'is a folder',
  EACCES: 'can’t be used: you have no permission',
  EPERM: 'can’t be used: you have no permission',
  EROFS: 'can’t be written: its disk is read-only',
  ENOSPC: 'can’t be written: the disk is full',
};

const systemError = z.object({ code: z.string(), path: z.optional(z.string()) });

/** The message of an error written for the reader; any other error is a bug and gets its stack trace. */
export function describeError(error: unknown): string {
  // What visitors read does not name the cause.
  if (error instanceof ApiError) return describeError(error.cause ?? new Error(error.message));
  const { code = '', path } = systemError.safeParse(error).data ?? {};
  const problem = FILE_PROBLEMS[code];
  if (problem !== undefined) return `${path ?? 'A file'} ${problem}.`;
  return error instanceof Error && error.constructor === Error ? error.message : inspect(error);
}
