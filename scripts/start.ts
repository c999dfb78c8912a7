// npm start: builds the site as for a deployment and runs it on this computer.
import { runStack } from '../local/stack/run-stack.ts';
import { startStack } from '../local/stack/start-stack.ts';

process.exit(
  await runStack({
    command: 'npm start',
    build: ['--mode', 'emulator'],
    start: (options) => startStack(options),
  }),
);
