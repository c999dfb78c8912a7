// Builds the function and the site. Usage: build.ts [--mode emulator|production] [functions] [web]
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build as bundle } from 'esbuild';
import { build as buildSite } from 'vite';
import { functionBundle } from './function-bundle.ts';

const root = join(import.meta.dirname, '..');

/**
 * Bundles the function into functions/lib.
 * @throws {Error} says where the sources don't compile
 */
export async function buildFunctions(): Promise<void> {
  // Chunks of an earlier build have different names.
  await rm(join(root, 'functions', 'lib', 'chunks'), { recursive: true, force: true });
  await bundle(functionBundle);
}

/**
 * Builds the site into web/dist, and its renderer for the function into functions/lib/renderer.
 * @param mode `emulator`: the site signs in with the Auth emulator; `production`: for deployment
 * @throws {Error} says where the sources don't compile
 */
export async function buildWeb(mode: 'emulator' | 'production'): Promise<void> {
  await buildSite({
    root: join(root, 'web'),
    configFile: join(root, 'web', 'vite.config.ts'),
    mode,
    logLevel: 'warn',
  });
  const renderer = join(root, 'functions', 'lib', 'renderer');
  await rm(renderer, { recursive: true, force: true });
  await cp(join(root, 'web', 'dist-renderer'), renderer, { recursive: true });
}

async function main(): Promise<number> {
  const usage = 'Usage: build.ts [--mode emulator|production] [functions] [web]\n';
  const { values, positionals } = parseArgs({
    options: { mode: { type: 'string', default: 'production' } },
    allowPositionals: true,
  });
  const { mode } = values;
  const unknown = positionals.filter((part) => part !== 'functions' && part !== 'web');
  if ((mode !== 'emulator' && mode !== 'production') || unknown.length > 0) {
    process.stderr.write(usage);
    return 2;
  }
  const wanted = (part: string) => positionals.length === 0 || positionals.includes(part);
  if (wanted('functions')) {
    process.stdout.write('Building the function …\n');
    await buildFunctions();
  }
  if (wanted('web')) {
    process.stdout.write('Building the site …\n');
    await buildWeb(mode);
  }
  return 0;
}

if (import.meta.main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
