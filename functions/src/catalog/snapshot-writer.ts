import { DAY_MS } from '../domain/index.ts';
import { attempt } from '../platform/log.ts';
import { singleFlight } from '../platform/once.ts';
import type { Tools, Transaction } from '../platform/tools.ts';
import { encodeSnapshot, newName, newRoot, type RootData, type Root } from './root.data.ts';
import type { LoadedCatalog } from './load-catalog.ts';

/** How long an instance may take to write a snapshot. */
const LEASE_MS = 120_000;
/** A snapshot is due when more than this share of the jokes, and this many, have changed since the last one. */
const CHANGED = { share: 0.01, fewest: 100 };
/** Then it is made from the documents, so that no error in memory lives longer. */
const FULL_AFTER_MS = 7 * DAY_MS;

interface Dependencies extends Pick<Tools, 'transact' | 'startCall' | 'clock' | 'beside' | 'log'> {
  data: RootData;
  /** brings the catalog up to date, or reads all jokes for it */
  readCatalog: (fromDocuments: boolean) => Promise<LoadedCatalog>;
}

/** Whether it is long ago that any instance has read all jokes. */
const isFullDue = ({ since, fullAt }: LoadedCatalog) => since - fullAt > FULL_AFTER_MS;

function isDue(loaded: LoadedCatalog): boolean {
  const { catalog, root, broken } = loaded;
  const last = root?.snapshot;
  if (!last) return catalog.size() > 0;
  if (last.name === broken || isFullDue(loaded)) return true;
  const readAt = last.read_at.getTime() * 1_000;
  const changed = [...catalog.entries()].filter(({ version }) => version > readAt).length;
  return changed > Math.max(CHANGED.fewest, CHANGED.share * catalog.size());
}

export type Snapshots = ReturnType<typeof createSnapshotWriter>;

/** Writes snapshots of the catalog, from which instances start. */
export function createSnapshotWriter(dependencies: Dependencies) {
  const { data, transact, startCall, clock, beside, log, readCatalog } = dependencies;

  /**
   * Changes the root in a transaction.
   * @param isDone whether the root has the change already, written by an earlier attempt
   * @param change returns undefined if nothing must be written
   * @returns whether the root has the change
   */
  const changeRoot = (
    isDone: (root: Root) => boolean,
    change: (root: Root, transaction: Transaction) => Partial<Root> | undefined,
  ): Promise<boolean> =>
    transact(
      {
        read: async (transaction) => (await data.readRoot(transaction)) ?? newRoot(),
        earlier: (root) => isDone(root) || undefined,
        write(transaction, root) {
          const changes = change(root, transaction);
          if (changes) data.writeRoot(transaction, { ...root, ...changes });
          return changes !== undefined;
        },
      },
      startCall(),
    );

  /** Writes a snapshot of the catalog, unless another instance does. @returns whether it has */
  async function write(fromDocuments: boolean): Promise<boolean> {
    const name = newName();
    const isWriter = ({ writer }: Root) => writer?.name === name;
    const isLeased = await changeRoot(isWriter, ({ writer }) => {
      const isTaken = writer && writer.until.getTime() > clock();
      return isTaken ? undefined : { writer: { name, until: new Date(clock() + LEASE_MS) } };
    });
    if (!isLeased) return false;
    // Whatever was erased before is not in it. What is erased from now on revokes the lease, as a new epoch does.
    const { catalog, since, fullAt } = await readCatalog(fromDocuments);
    const parts = await encodeSnapshot([...catalog.entries()]);
    for (const [number, bytes] of parts.entries()) {
      // A writer that was frozen leaves nothing behind.
      const isWritten = await changeRoot(
        () => false,
        (root, transaction) => {
          if (!isWriter(root)) return undefined;
          data.writePart(transaction, name, number, bytes);
          return {};
        },
      );
      if (!isWritten) return false;
    }
    const isSaved = await changeRoot(
      ({ snapshot }) => snapshot?.name === name,
      (root) => {
        const times = { read_at: new Date(since), full_at: new Date(fullAt) };
        return isWriter(root)
          ? { snapshot: { name, parts: parts.length, ...times }, writer: null }
          : undefined;
      },
    );
    await data.removeOtherParts();
    return isSaved;
  }

  /**
   * Writes a snapshot, one at a time; a failure is logged.
   * @param fromDocuments whether all jokes are read for it
   * @returns whether it was written
   */
  const save = singleFlight(async (fromDocuments?: boolean) => {
    const writing = attempt(log, 'Writing the catalog’s snapshot', write(fromDocuments === true));
    return (await writing) === true;
  });

  return {
    save,

    /** Saves the catalog in the background if that is due. */
    saveIfDue(loaded: LoadedCatalog): void {
      if (isDue(loaded)) beside(save(isFullDue(loaded)));
    },

    /** After an erasure: deletes the parts of snapshots that had these jokes, and writes a new one. */
    async renewSnapshot(jokeIds: readonly number[]): Promise<void> {
      await data.removeOtherParts();
      // One that is being written has lost the lease.
      if (!(await save())) await save();
      const isLeft = ({ joke_id }: Root['erasing'][number]) => jokeIds.includes(joke_id);
      await changeRoot(
        ({ erasing }) => !erasing.some(isLeft),
        ({ erasing }) => ({ erasing: erasing.filter((each) => !isLeft(each)) }),
      );
    },

    /** Makes all instances read all jokes again: without the last snapshot, and without one that is being written. */
    async restart(): Promise<void> {
      const epoch = newName();
      await changeRoot(
        (root) => root.epoch === epoch,
        () => ({ epoch, snapshot: null, writer: null }),
      );
    },
  };
}
