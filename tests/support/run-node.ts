import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { root } from './project-files.ts';

/**
 * Runs a program under Node to its end, without a terminal; by default in the project's folder.
 * @returns its exit code, and what it printed
 */
export async function runNode(
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env'> = {},
) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: Number(code), output, errors };
}
