import * as z from 'zod/mini';
import { redact } from './redact.ts';

/** Causes told of at the most. */
const DEPTH = 4;

const coded = z.object({
  code: z.union([z.int(), z.string().check(z.regex(/^[\w/-]{1,60}$/))]),
});

/** The lines of a stack that say where, without the message, which may have several lines. */
function framesOf({ stack = '', message }: Error): string[] {
  const begin = message === '' ? 0 : stack.indexOf(message) + message.length;
  return stack
    .slice(begin)
    .split('\n')
    .filter((line) => /^ +at /.test(line));
}

/**
 * A thrown value as a text for the log, in the form that Error Reporting knows: name, code, message and
 * stack of an error and of what caused it. Messages are redacted. Other fields are left out: body
 * parsers keep the body in theirs, clients the request with its headers. So is what is no error.
 * @param secrets what must not appear, as what the client sent
 */
export function describeError(thrown: unknown, secrets: readonly string[] = []): string {
  const told: string[] = [];
  let error = thrown;
  while (error instanceof Error && told.length < DEPTH) {
    const code = coded.safeParse(error).data?.code;
    const name = code === undefined ? error.name : `${error.name} [${code}]`;
    told.push([`${name}: ${redact(error.message, secrets)}`, ...framesOf(error)].join('\n'));
    error = error.cause;
  }
  return told.length > 0 ? told.join('\nCaused by: ') : `Thrown: ${typeof thrown}`;
}
