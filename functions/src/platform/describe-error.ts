import * as z from 'zod/mini';
import { redact } from './redact.ts';

/** The most errors to describe in a chain of causes. */
const DEPTH = 4;

const coded = z.object({
  code: z.union([z.int(), z.string().check(z.regex(/^[\w/-]{1,60}$/))]),
});

/** The frames of a stack, without the message, which may have several lines. */
function framesOf({ stack = '', message }: Error): string[] {
  const start = message === '' ? 0 : stack.indexOf(message) + message.length;
  return stack
    .slice(start)
    .split('\n')
    .filter((line) => /^ +at /.test(line));
}

/**
 * A thrown value as text for the log, in the format that Error Reporting parses: name, code, message and
 * stack of an error and of its causes. Messages are redacted. Other fields are left out, because body
 * parsers store the body in them and clients store the request with its headers. Of a thrown value that
 * is not an Error, only the type is logged.
 * @param secrets texts that must not appear, such as what the client sent
 */
export function describeError(thrown: unknown, secrets: readonly string[] = []): string {
  const errors: string[] = [];
  let error = thrown;
  while (error instanceof Error && errors.length < DEPTH) {
    const code = coded.safeParse(error).data?.code;
    const name = code === undefined ? error.name : `${error.name} [${code}]`;
    errors.push([`${name}: ${redact(error.message, secrets)}`, ...framesOf(error)].join('\n'));
    error = error.cause;
  }
  return errors.length > 0 ? errors.join('\nCaused by: ') : `Thrown: ${typeof thrown}`;
}
