import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';

/** The variables that CommonJS packages expect. */
const COMMON_JS = `
import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);
const __filename = import.meta.filename;
const __dirname = import.meta.dirname;
`;

/**
 * The esbuild options that bundle the function and its dependencies into functions/lib: index.js, its
 * declaration for firebase-tools, the thread that hashes passwords, and chunks that are loaded when they
 * are first needed. sharp stays outside, because it is native, and so do the fonts of cards, which are
 * read from their packages.
 */
export const functionBundle = {
  absWorkingDir: join(import.meta.dirname, '..', 'functions'),
  entryPoints: [
    { in: 'src/index.ts', out: 'index' },
    { in: 'src/parameters.ts', out: 'parameters' },
    { in: 'src/features/sessions/password-worker.ts', out: 'password-worker' },
  ],
  outdir: 'lib',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  external: ['sharp'],
  banner: { js: COMMON_JS },
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'silent',
} satisfies BuildOptions;
