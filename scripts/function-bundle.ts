import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';

/** What packages written for CommonJS expect around them. */
const COMMON_JS = `
import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);
const __filename = import.meta.filename;
const __dirname = import.meta.dirname;
`;

/**
 * How esbuild bundles the function with its dependencies into functions/lib: index.js, the thread that
 * hashes passwords, and chunks of what is loaded when it is first needed. sharp is native, and fontkit
 * draws on the emulators alone; both stay packages.
 */
export const functionBundle = {
  absWorkingDir: join(import.meta.dirname, '..', 'functions'),
  entryPoints: [
    { in: 'src/index.ts', out: 'index' },
    { in: 'src/features/sessions/password-worker.ts', out: 'password-worker' },
  ],
  outdir: 'lib',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  external: ['sharp', 'fontkit'],
  banner: { js: COMMON_JS },
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'silent',
} satisfies BuildOptions;
