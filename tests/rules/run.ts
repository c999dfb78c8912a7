// npm run test:rules: the tests of both rule files on Firebase's own emulators, which need Java.
// `npm test` runs them on the embedded emulators.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readCommandLine } from '../../scripts/command-line.ts';
import { projectId, root } from '../../local/stack/firebase-json.ts';

readCommandLine({
  command: 'npm run test:rules',
  does: 'Tests every kind of client against both rule files on Firebase’s own emulators. Needs Java 21.',
  options: {},
  example: 'npm run test:rules',
});

const suite = spawn(
  process.execPath,
  [
    join(root, 'node_modules/firebase-tools/lib/bin/firebase.js'),
    'emulators:exec',
    '--only=firestore,storage',
    `--project=${projectId}`,
    'vitest run --project=rules',
  ],
  { cwd: root, stdio: 'inherit' },
);
const [code]: unknown[] = await once(suite, 'exit');
process.exitCode = typeof code === 'number' ? code : 1;
