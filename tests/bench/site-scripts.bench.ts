import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { atMost, type Benchmark } from '../support/bench/measurement.ts';

const root = join(import.meta.dirname, '..', '..');
const vite = join(root, 'node_modules/vite/bin/vite.js');

/** Runs Vite in a child process, with the NODE_ENV of a production build. */
function build(...options: string[]): void {
  execFileSync(process.execPath, [vite, 'build', ...options, '--logLevel=error'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  });
}

/** The scripts that the page loads and their imports, without dynamic imports. */
function initialScripts(folder: string): string[] {
  const page = readFileSync(join(folder, 'app.html'), 'utf8');
  const names = [...page.matchAll(/\/assets\/([\w.-]+\.js)"/g)].map(([, name = '']) => name);
  const scripts: string[] = [];
  for (const name of names) {
    const script = readFileSync(join(folder, 'assets', name), 'utf8');
    scripts.push(script);
    for (const [, other = ''] of script.matchAll(
      /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g,
    )) {
      if (!names.includes(other)) names.push(other);
    }
  }
  return scripts;
}

/** The size in bytes of scripts, each compressed as brotli at its highest level, as they are delivered. */
function compressedSize(scripts: readonly string[]): number {
  return scripts.reduce((sum, script) => sum + brotliCompressSync(script).length, 0);
}

/** P13: the JavaScript of the home page, compared with a bare React root built in the same run. */
export const benchSiteScripts: Benchmark = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-scripts-'));
  const site = join(folder, 'site');
  const bare = join(folder, 'bare');
  try {
    build('web', '--mode', 'production', '--outDir', site);
    build('tests/support/bench/bare-root', '--outDir', bare);
    const scripts = compressedSize(initialScripts(site));
    const least = compressedSize(
      readdirSync(join(bare, 'assets')).map((name) =>
        readFileSync(join(bare, 'assets', name), 'utf8'),
      ),
    );
    return await Promise.resolve([
      atMost(
        'P13',
        'initial JavaScript of the home page ÷ a bare React root, both as brotli',
        scripts / least,
        1.75,
      ),
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
};
