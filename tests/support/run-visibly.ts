import { spawn } from 'node:child_process';

/**
 * Runs a program, shows its output, and ends it with all of its children if it prints nothing for too long.
 * Output to its file descriptor 3 counts but is not shown.
 * @param silence how long it may print nothing, in milliseconds
 * @param environment more variables of its environment
 * @returns whether it succeeded; if not, a message is on standard error
 */
export function runVisibly(
  program: string,
  args: readonly string[],
  silence: number,
  environment: NodeJS.ProcessEnv = {},
): Promise<boolean> {
  const command = [program, ...args].join(' ');
  process.stderr.write(`> ${command}\n`);
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
    // In a process group that can be ended as a whole.
    detached: true,
  });
  const end = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // It has ended.
    }
  };
  const endWithThis = () => end('SIGTERM');
  const stop = () => process.exit(130);
  process.on('exit', endWithThis).on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);
  let signal: NodeJS.Signals = 'SIGTERM';
  const deadline = setTimeout(() => {
    process.stderr.write(`It has printed nothing for ${silence / 1000} s; stopping: ${command}\n`);
    end(signal);
    signal = 'SIGKILL';
    deadline.refresh();
  }, silence);
  for (const output of child.stdio) {
    output?.on('data', (data: Buffer) => {
      deadline.refresh();
      if (output !== child.stdio[3]) process.stderr.write(data);
    });
  }
  return new Promise((resolve) => {
    const finish = (failure: string | null) => {
      clearTimeout(deadline);
      process.off('exit', endWithThis).off('SIGINT', stop).off('SIGTERM', stop).off('SIGHUP', stop);
      if (failure !== null) process.stderr.write(`${command}: ${failure}\n`);
      resolve(failure === null);
    };
    child.on('error', (error) => finish(error.message));
    child.on('close', (code) => finish(code === 0 ? null : 'failed'));
  });
}
