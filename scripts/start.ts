// npm start: builds the site as for a deployment and runs it on this computer.
import { runStack, STACK_HELP } from '../local/stack/run-stack.ts';
import { startStack } from '../local/stack/start-stack.ts';
import { readCommandLine } from './command-line.ts';

const { values } = readCommandLine({
  command: 'npm start',
  does: `Builds the site as for a deployment and runs it on this computer.\n${STACK_HELP.does}`,
  options: STACK_HELP.options,
  example: 'npm start -- --fresh',
});
process.exit(
  await runStack({
    ...values,
    command: 'npm start',
    build: ['--mode', 'emulator'],
    start: (options) => startStack(options),
  }),
);
