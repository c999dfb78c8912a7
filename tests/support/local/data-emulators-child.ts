/**
 * Runs the data emulators on a folder until it is killed, and sends their hosts. With `busy` it also uses
 * them: it writes marks, and changes the images of three jokes in the site's order (upload the new file,
 * point the joke to it, delete the old file). It sends each acknowledged write.
 */
import { setImmediate } from 'node:timers/promises';
import { freePorts } from './free-ports.ts';
import { openDataClient } from './data-client.ts';
import { startDataEmulators } from '../../../local/stack/emulators/data-emulators.ts';

const [data, busy] = process.argv.slice(2);
if (data === undefined) throw new Error('Usage: data-emulators-child.ts <data folder> [busy]');
process.on('disconnect', () => process.exit(1));

const { firestore, storage } = await startDataEmulators(
  { ports: await freePorts(), data },
  new AsyncDisposableStack(),
);
const hosts = { firestore: firestore.host, storage: storage.host };
process.send?.(hosts);

if (busy !== undefined) {
  const { db, bucket } = openDataClient(hosts);
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
