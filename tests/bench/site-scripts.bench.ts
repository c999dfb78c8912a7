import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { atMost, type Benchmark } from '../support/bench/measurement.ts';
import { initialScripts, viteBuild } from '../support/site-build.ts';

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
    viteBuild('web', '--mode', 'production', '--outDir', site);
    viteBuild('tests/support/bench/bare-root', '--outDir', bare);
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
