import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { FACE_PARTS } from '../functions/src/images/card-text.ts';

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
 * are first needed, with the fonts of cards beside them. sharp stays outside, because it is native.
 */
export const functionBundle = {
  absWorkingDir: join(import.meta.dirname, '..', 'functions'),
  entryPoints: [
    { in: 'src/index.ts', out: 'index' },
    { in: 'src/parameters.ts', out: 'parameters' },
    { in: 'src/sessions/password-worker.ts', out: 'password-worker' },
    ...FACE_PARTS.map((part) => ({
      in: `src/images/slab-${part}.ttf`,
      out: `chunks/slab-${part}`,
    })),
  ],
  outdir: 'lib',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  external: ['sharp'],
  loader: { '.ttf': 'copy' },
  banner: { js: COMMON_JS },
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'silent',
} satisfies BuildOptions;
