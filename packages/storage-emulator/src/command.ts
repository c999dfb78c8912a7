#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { startStorageEmulator, type StorageEmulator } from './index.ts';

const USAGE = `Usage: storage-emulator [options]

  --port PORT      port on 127.0.0.1, 0 for any free one (default: 9199)
  --bucket NAME    a bucket that exists, may be repeated; without it every bucket exists
  --rules FILE     storage.rules; has to deny everything, as without it
  --data FOLDER    save objects in this folder; without it they are lost at the end
  --help           show this text

Point the Admin SDK to it with FIREBASE_STORAGE_EMULATOR_HOST=127.0.0.1:PORT.
`;

/** @throws {Error} when an option is unknown, malformed or can't be satisfied */
async function start(args: readonly string[]): Promise<StorageEmulator | null> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '9199' },
      bucket: { type: 'string', multiple: true },
      rules: { type: 'string' },
      data: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return null;
  return await startStorageEmulator({
    port: portFrom('--port', values.port),
    buckets: values.bucket,
    rulesFile: values.rules,
    dataDirectory: values.data,
  });
}

function portFrom(option: string, text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new Error(`${option} has to be a number from 0 to 65535.`);
}

try {
  const emulator = await start(process.argv.slice(2));
  if (emulator === null) {
    process.stdout.write(USAGE);
  } else {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void emulator.stop());
    }
    process.stdout.write(`The Storage emulator listens on ${emulator.host}.\n`);
  }
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`storage-emulator: ${reason}\n`);
  process.exitCode = 2;
}
