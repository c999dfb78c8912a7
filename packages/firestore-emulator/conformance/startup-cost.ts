/** Starts an emulator, connects to it and prints the CPU milliseconds that took. */
import { connect } from 'node:net';
import { startFirestoreEmulator } from '../src/index.ts';
import { suiteIndexesFile } from './suite-indexes.ts';

const emulator = await startFirestoreEmulator({ port: 0, indexesFile: suiteIndexesFile });
const [address, port] = emulator.host.split(':');
await new Promise<void>((resolve, reject) => {
  const socket = connect(Number(port), address ?? '', () => {
    socket.destroy();
    resolve();
  }).once('error', reject);
});
const { user, system } = process.cpuUsage();
process.stdout.write(String((user + system) / 1_000));
await emulator.stop();
