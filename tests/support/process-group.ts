import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { root } from './project-files.ts';

/** The process groups that end with this process. */
const groups = new Set<number>();
let isEndingThem = false;

/** Ends all groups when this process ends, also by a signal. */
function endWithThisProcess(): void {
  if (isEndingThem) return;
  isEndingThem = true;
  process.on('exit', () => {
    for (const group of groups) endGroup(group, 'SIGTERM');
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => process.exit(130));
  }
}

/** Ends a process group. Does nothing if it has ended. */
export function endGroup(group: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (group !== undefined) process.kill(-group, signal);
  } catch {
    // It has ended.
  }
}

/**
 * Starts a program in a process group of its own. When this process ends, for example with Ctrl-C, the program ends
 * with all of its children.
 * @param options its folder, by default the project's; more variables of its environment
 */
export function startGroup(
  program: string,
  args: readonly string[],
  options: { folder?: string; stdio: StdioOptions; environment?: NodeJS.ProcessEnv },
): ChildProcess {
  endWithThisProcess();
  const child = spawn(program, args, {
    cwd: options.folder ?? root,
    stdio: options.stdio,
    env: { ...process.env, ...options.environment },
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined) return child;
  groups.add(pid);
  return child.once('exit', () => groups.delete(pid));
}

/**
 * Runs a program as `startGroup` does, to its end.
 * @returns whether its exit code was 0
 * @throws if it can't be started
 */
export async function runGroup(...given: Parameters<typeof startGroup>): Promise<boolean> {
  const [code]: unknown[] = await once(startGroup(...given), 'close');
  return code === 0;
}
