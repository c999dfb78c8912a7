import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const build = fileURLToPath(new URL('../../scripts/build.ts', import.meta.url));

/** Builds function and site, once for all browser tests. */
export function setup(): void {
  // In a process of its own: under Vitest's NODE_ENV the site would be built for development.
  execFileSync(process.execPath, [build, '--mode', 'emulator'], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'inherit',
  });
}
