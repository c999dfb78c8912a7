// Runs in its own process: prints the seconds of CPU from the start of the process until the embedded
// emulators accept connections.
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { startFirestoreEmulator } from 'firestore-emulator';
import { startStorageEmulator } from 'storage-emulator';

const firestore = await startFirestoreEmulator({
  indexesFile: join(import.meta.dirname, '..', '..', '..', 'firestore.indexes.json'),
});
const storage = await startStorageEmulator({});
for (const { host } of [firestore, storage]) {
  const [name, port] = host.split(':');
  const socket = connect(Number(port), name);
  await once(socket, 'connect');
  socket.destroy();
}
const { user, system } = process.cpuUsage();
process.stdout.write(String((user + system) / 1e6));
await firestore.stop();
await storage.stop();
