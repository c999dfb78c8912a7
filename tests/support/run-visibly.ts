import { endGroup, startGroup } from './process-group.ts';

const SILENCE_MS = 60_000;

/**
 * Runs a program, shows its output, and ends it with all of its children if it prints nothing for a minute.
 * Output to its file descriptor 3 counts but is not shown.
 * @param environment more variables of its environment
 * @returns whether it succeeded; if not, a message is on standard error
 */
export function runVisibly(
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<boolean> {
  const command = [program, ...args].join(' ');
  process.stderr.write(`> ${command}\n`);
  const child = startGroup(program, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    environment,
  });
  let signal: NodeJS.Signals = 'SIGTERM';
  const deadline = setTimeout(() => {
    process.stderr.write(`It has printed nothing for a minute; stopping: ${command}\n`);
    endGroup(child.pid, signal);
    signal = 'SIGKILL';
    deadline.refresh();
  }, SILENCE_MS);
  for (const output of child.stdio) {
    output?.on('data', (data: Buffer) => {
      deadline.refresh();
      if (output !== child.stdio[3]) process.stderr.write(data);
    });
  }
  return new Promise((resolve) => {
    const finish = (failure: string | null) => {
      clearTimeout(deadline);
      if (failure !== null) process.stderr.write(`${command}: ${failure}\n`);
      resolve(failure === null);
    };
    child.on('error', (error) => finish(error.message));
    child.on('close', (code) => finish(code === 0 ? null : 'failed'));
  });
}
