#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { logVerbosity, setLogVerbosity } from '@grpc/grpc-js';
import { startFirestoreEmulator, type FirestoreEmulator } from './index.ts';

const USAGE = `Usage: firestore-emulator [options]

  --port PORT          gRPC port on 127.0.0.1, 0 for any free one (default: 8080)
  --indexes FILE       firestore.indexes.json; without it no composite index exists
  --no-index-check     answer queries whose index is missing, too
  --rules FILE         firestore.rules; has to deny everything, as without it
  --data FILE          load documents from this file and save every commit to it;
                       without it documents are lost at the end
  --transactions MODE  locks (default) or optimistic
  --contention MODE    first-come (default), or production: contending transactions are aborted
  --control-port PORT  HTTP port for call records, totals and faults, 0 for any free one
  --help               show this text

Point the Admin SDK to it with FIRESTORE_EMULATOR_HOST=127.0.0.1:PORT.
`;

/** @throws Error when an option is unknown, malformed or can't be satisfied */
async function start(args: readonly string[]): Promise<FirestoreEmulator | null> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '8080' },
      indexes: { type: 'string' },
      'no-index-check': { type: 'boolean' },
      rules: { type: 'string' },
      data: { type: 'string' },
      transactions: { type: 'string', default: 'locks' },
      contention: { type: 'string', default: 'first-come' },
      'control-port': { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return null;
  const { transactions, contention } = values;
  if (transactions !== 'locks' && transactions !== 'optimistic') {
    throw new Error('--transactions has to be locks or optimistic.');
  }
  if (contention !== 'first-come' && contention !== 'production') {
    throw new Error('--contention has to be first-come or production.');
  }
  const control = values['control-port'];
  return await startFirestoreEmulator({
    port: portFrom('--port', values.port),
    controlPort: control === undefined ? undefined : portFrom('--control-port', control),
    indexesFile: values.indexes,
    noIndexCheck: values['no-index-check'],
    rulesFile: values.rules,
    dataFile: values.data,
    transactions,
    contention,
  });
}

function portFrom(option: string, text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new Error(`${option} has to be a number from 0 to 65535.`);
}

// What fails is reported below.
setLogVerbosity(logVerbosity.NONE);

try {
  const emulator = await start(process.argv.slice(2));
  if (emulator === null) {
    process.stdout.write(USAGE);
  } else {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void emulator.stop());
    }
    process.stdout.write(`The Firestore emulator listens on ${emulator.host}.\n`);
    if (emulator.controlUrl !== null) {
      process.stdout.write(`Its control port is ${emulator.controlUrl}.\n`);
    }
  }
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`firestore-emulator: ${reason}\n`);
  process.exitCode = 2;
}
