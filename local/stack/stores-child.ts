/**
 * Serves the stores on the data in a folder until it is killed, and sends where they are. With
 * `busy` it uses them meanwhile: it writes marks, and changes the images of three jokes in the order
 * of the site (upload the new file, point the joke to it, delete the old file). It sends each write
 * that was answered.
 */
import { setImmediate } from 'node:timers/promises';
import { anyPorts } from './ports.ts';
import { openStoresClient } from './stores-client.ts';
import { startStores } from './stores.ts';

const [data, busy] = process.argv.slice(2);
if (data === undefined) throw new Error('Usage: stores-child.ts <data folder> [busy]');
process.on('disconnect', () => process.exit(1));

const { firestore, storage } = await startStores(
  { ports: await anyPorts(), data },
  new AsyncDisposableStack(),
);
const hosts = { firestore: firestore.host, storage: storage.host };
process.send?.(hosts);

if (busy !== undefined) {
  const { db, bucket } = openStoresClient(hosts);
  const changes = async (change: (nth: number) => Promise<object>) => {
    for (let nth = 0; ; nth += 1) {
      process.send?.(await change(nth));
      await setImmediate();
    }
  };
  const mark = (writer: string) => async (nth: number) => {
    const name = `${process.pid}-${writer}-${nth}`;
    await db.doc(`marks/${name}`).create({ text: 'x'.repeat(5_000) });
    return { mark: name };
  };
  const changeImage = (joke: string) => async (nth: number) => {
    const image = `${joke}-${process.pid}-${nth}`;
    await bucket.file(image).save(image, { resumable: false });
    const document = db.doc(`jokes/${joke}`);
    const before: unknown = (await document.get()).get('image');
    await document.set({ image });
    if (typeof before === 'string') await bucket.file(before).delete();
    return { joke, image };
  };
  await Promise.all([
    ...['a', 'b'].map((writer) => changes(mark(writer))),
    ...['1', '2', '3'].map((joke) => changes(changeImage(joke))),
  ]);
}
