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
