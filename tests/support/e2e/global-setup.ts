import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { requireBrowser } from '../browsers.ts';

const build = fileURLToPath(new URL('../../../scripts/build.ts', import.meta.url));

/**
 * Builds the function and the site once for all tests. With BUILT=1 in the environment, uses the
 * last build.
 * @throws {Error} how to get a Chromium, if none is found
 */
export function setup(): void {
  requireBrowser('chromium');
  if (process.env['BUILT'] === '1') return;
  // Runs in a separate process: under Vitest's NODE_ENV, the site would be built for development.
  execFileSync(process.execPath, [build, '--mode', 'emulator'], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'inherit',
  });
}
