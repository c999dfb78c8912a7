/** Superstatic's file lookup; its own declaration is empty. */
declare module 'superstatic/lib/providers/fs.js' {
  import type { IncomingMessage } from 'node:http';

  /** @returns the file to send; null: no such file */
  type Lookup = (request: IncomingMessage, path: string) => Promise<unknown>;

  /** Looks up files in the folder `public` below `cwd`. */
  export default function createLookup(options: { cwd: string; public: unknown }): Lookup;
}
