// npm start: builds the site as for a deployment and runs it on this computer.
import { runStack } from './run-stack.ts';

await runStack({
  command: 'npm start',
  does: 'Builds the site as for a deployment and runs it on this computer.',
  build: ['--mode', 'emulator'],
});
