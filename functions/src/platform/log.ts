/** Writes one structured log line (Cloud Logging's JSON). */
export type Log = (entry: {
  severity: 'INFO' | 'WARNING' | 'ERROR';
  message: string;
  [field: string]: unknown;
}) => void;

/** Writes to standard output, where Cloud Logging parses each line of JSON as an entry. */
export const writeLine: Log = (entry) => {
  process.stdout.write(`${JSON.stringify(entry)}\n`);
};

/** Collections whose ids identify a person, a browser or a network. */
const PERSONAL = ['admins', 'changes', 'ratings', 'reports', 'sessions'];

const DOCUMENT = new RegExp(`\\b(${PERSONAL.join('|')})/[^\\s"'\`,;)]+`, 'g');
const ADDRESS = /[^\s"'<>()@/]+@[^\s"'<>()@/]+\.[a-z]{2,}/gi;
/** Tokens, keys, hashes and account ids: long, with letters and digits. */
const OPAQUE = /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{20,}/g;

const LONGEST_TEXT = 2_000;

/**
 * A text without personal data: ids in collections of people, e-mail addresses, and anything that looks like a token.
 * @returns at most 2,000 characters
 */
export function redact(text: string): string {
  return text
    .replace(DOCUMENT, '$1/…')
    .replace(ADDRESS, '…')
    .replace(OPAQUE, '…')
    .slice(0, LONGEST_TEXT);
}

/** The most errors to describe in a chain of causes. */
const DEPTH = 4;

/**
 * A thrown value as text for the log, in the format that Error Reporting parses: the redacted stacks of an error and of
 * its causes. Other fields are left out, because body parsers store the body in them and clients store the request with
 * its headers. Of a thrown value that is not an Error, only the type is logged.
 */
export function describeError(thrown: unknown): string {
  const stacks: string[] = [];
  let error = thrown;
  while (error instanceof Error && stacks.length < DEPTH) {
    stacks.push(redact(error.stack ?? error.message));
    error = error.cause;
  }
  return stacks.length > 0 ? stacks.join('\nCaused by: ') : `Thrown: ${typeof thrown}`;
}

/** Resolves with undefined if work fails that can be done without, and logs that. */
export async function attempt<Result>(
  log: Log,
  what: string,
  work: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    log({ severity: 'WARNING', message: `${what} failed`, stack_trace: describeError(error) });
    return undefined;
  }
}

/** Logs one line, without personal data, for every error that nothing catches. */
export function logCrashes(log: Log): void {
  process.on('uncaughtExceptionMonitor', (error) => {
    log({ severity: 'ERROR', message: 'Uncaught exception', stack_trace: describeError(error) });
  });
}
