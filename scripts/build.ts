// npm run build: builds the function and the site.
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build as bundle, type BuildOptions } from 'esbuild';
import { build as buildSite } from 'vite';
import { FACE_PARTS, FACES } from '../functions/src/images/card-text.ts';
import { readCommandLine, refuseCommandLine, type Program } from './command-line.ts';

const root = join(import.meta.dirname, '..');
const lib = join(root, 'functions', 'lib');

/** The variables that CommonJS packages expect. */
const COMMON_JS = `
import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);
const __filename = import.meta.filename;
const __dirname = import.meta.dirname;
`;

/**
 * The esbuild options that bundle the function and its dependencies into functions/lib: index.js, its
 * declaration for firebase-tools, and chunks that are loaded when they are first needed, with the fonts of cards
 * beside them. sharp stays outside, because it is native.
 */
export const functionBundle = {
  absWorkingDir: join(root, 'functions'),
  entryPoints: [
    { in: 'src/index.ts', out: 'index' },
    { in: 'src/parameters.ts', out: 'parameters' },
    ...Object.keys(FACES).flatMap((face) =>
      FACE_PARTS.map((part) => ({
        in: `src/images/${face}-${part}.ttf`,
        out: `chunks/${face}-${part}`,
      })),
    ),
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

/** Bundles the function into functions/lib. @throws {Error} says where the sources don't compile */
export async function buildFunctions(): Promise<void> {
  // Chunks of an earlier build have different names.
  for (const folder of ['chunks', 'compile-cache']) {
    await rm(join(lib, folder), { recursive: true, force: true });
  }
  await bundle(functionBundle);
}

/**
 * Builds the site into web/dist, and its renderer for the function into functions/lib/renderer.
 * @param mode `emulator`: the site signs in with the Auth emulator; `production`: for deployment
 * @throws {Error} says where the sources don't compile
 */
export async function buildWeb(mode: 'emulator' | 'production'): Promise<void> {
  const web = join(root, 'web');
  const configFile = join(web, 'vite.config.ts');
  await buildSite({ root: web, configFile, mode, logLevel: 'warn' });
  await rm(join(lib, 'renderer'), { recursive: true, force: true });
  await cp(join(web, 'dist-renderer'), join(lib, 'renderer'), { recursive: true });
}

const PROGRAM = {
  command: 'npm run build',
  operands: '[functions] [web]',
  does: 'Builds functions/lib and web/dist; with a name, only that part.',
  options: {
    mode: {
      type: 'string',
      value: 'mode',
      help: 'production, as for a deployment (default), or emulator, for the local stack',
    },
  },
  example: 'npm run build -- --mode emulator web',
} as const satisfies Program;

async function main(): Promise<void> {
  const { values, positionals } = readCommandLine(PROGRAM);
  const { mode = 'production' } = values;
  if (mode !== 'emulator' && mode !== 'production') {
    return refuseCommandLine(PROGRAM, `Unknown mode '${mode}'`);
  }
  const unknown = positionals.find((part) => part !== 'functions' && part !== 'web');
  if (unknown !== undefined) return refuseCommandLine(PROGRAM, `Unknown part '${unknown}'`);
  const wanted = (part: string) => positionals.length === 0 || positionals.includes(part);
  if (wanted('functions')) {
    process.stdout.write('Building the function …\n');
    await buildFunctions();
  }
  if (wanted('web')) {
    process.stdout.write('Building the site …\n');
    await buildWeb(mode);
  }
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}
