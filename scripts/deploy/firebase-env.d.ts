/** The parser with which firebase-tools reads a function's .env files; the module has no types. */
declare module 'firebase-tools/lib/functions/env.js' {
  /** @returns the values by name, and the lines that it could not read as NAME=value */
  export function parse(text: string): { envs: Record<string, string>; errors: string[] };
}
