import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Firestore } from '@google-cloud/firestore';
import { root } from '../../local/stack/firebase-json.ts';
import {
  findOfficialFirestore,
  startOfficialFirestore,
  type OfficialFirestore,
} from '../../local/stack/official-firestore.ts';
import { freePorts } from '../../local/stack/ports.ts';
import { openApi, type ApiSite } from '../support/api-site.ts';
import { atMost, forInformation, median, type Benchmark } from '../support/bench/measurement.ts';

const TRANSACTIONS = 50;
const DOCUMENTS = 1_000;
const run = promisify(execFile);

/** Runs contending transactions. @returns how many were counted */
async function contend(site: ApiSite): Promise<number> {
  await site.fill([]);
  const instance = await site.start();
  const { db } = instance.context;
  const counter = db.doc('bench/counter');
  await counter.set({ count: 0 });
  await Promise.allSettled(
    Array.from({ length: TRANSACTIONS }, () =>
      db.runTransaction(async (transaction) => {
        const count: unknown = (await transaction.get(counter)).get('count');
        transaction.set(counter, { count: Number(count) + 1 });
      }),
    ),
  );
  const counted = Number((await counter.get()).get('count'));
  await instance.stop();
  return counted;
}

/** Starts the packed emulator as its own process. */
async function startPacked(port: number): Promise<OfficialFirestore> {
  const cwd = join(root, 'packages/firestore-emulator');
  const child = spawn(process.execPath, ['dist/command.js', '--port', String(port)], { cwd });
  await once(child.stdout, 'data');
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  };
  return { host: `127.0.0.1:${port}`, stop };
}

/** The MB of memory of the process that was started with `--port`. */
function memoryOf(port: number): number {
  const pid = readdirSync('/proc').find((name) => {
    if (!/^\d+$/.test(name)) return false;
    const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
    return !command.startsWith('sh\0') && command.includes(`\0--port\0${port}`);
  });
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}

async function millisecondsOf(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

/** Starts an emulator five times and uses it the last time. @returns seconds, MB, and ms per write and query */
async function measure(
  start: (port: number) => Promise<OfficialFirestore>,
): Promise<[number, number, number, number]> {
  const starts: number[] = [];
  for (;;) {
    const port = (await freePorts()).hosting;
    const before = performance.now();
    const emulator = await start(port);
    starts.push(performance.now() - before);
    if (starts.length < 5) {
      await emulator.stop();
      continue;
    }
    process.env['FIRESTORE_EMULATOR_HOST'] = emulator.host;
    const db = new Firestore({ projectId: 'demo-bench' });
    delete process.env['FIRESTORE_EMULATOR_HOST'];
    const facts = db.collection('facts');
    const write = await millisecondsOf(async () => {
      for (let i = 0; i < DOCUMENTS; i += 1)
        await facts.doc(`f${i}`).set({ rank: i, kind: i % 10 });
    });
    const query = await millisecondsOf(async () => {
      for (let i = 0; i < DOCUMENTS; i += 1) await facts.orderBy('rank').limit(20).get();
    });
    const memory = memoryOf(port);
    await db.terminate();
    await emulator.stop();
    return [median(starts) / 1_000, memory, write / DOCUMENTS, query / DOCUMENTS];
  }
}

/** The packed emulator beside Google's, where that is installed. */
async function compareWithGoogles() {
  await run(process.execPath, ['bundle.ts'], { cwd: join(root, 'packages/firestore-emulator') });
  const [ours, path] = [await measure(startPacked), findOfficialFirestore()];
  const theirs =
    path === undefined ? [] : await measure((port) => startOfficialFirestore(path, { port }));
  const show = (value?: number): string =>
    value === undefined ? 'not installed' : String(Number(value.toPrecision(2)));
  const what = [
    'seconds until it accepts calls',
    `MB of memory after ${DOCUMENTS} writes and queries of ${DOCUMENTS} documents`,
    'milliseconds per write',
    'milliseconds per query for the first 20 in an order',
  ];
  return what.map((name, i) =>
    forInformation(
      'P16',
      `Firestore emulators, ${name}`,
      `${show(ours[i])}; Google’s: ${show(theirs[i])}`,
    ),
  );
}

/** P16: the embedded emulators start quickly and handle contention. */
export const benchEmulators: Benchmark = async (site) => {
  const started = await run(process.execPath, [
    join(import.meta.dirname, '..', 'support/bench/emulator-start.ts'),
  ]);
  const optimistic = await openApi({ transactions: 'optimistic' });
  const failedOptimistic = TRANSACTIONS - (await contend(optimistic));
  await optimistic.stop();
  const failedLocks = TRANSACTIONS - (await contend(site));
  return [
    atMost(
      'P16',
      'seconds of CPU until both embedded emulators accept connections',
      Number(started.stdout),
      1,
    ),
    atMost(
      'P16',
      `failed transactions of ${TRANSACTIONS} that contend for one document: with locks`,
      failedLocks,
      0,
    ),
    atMost('P16', '… in optimistic mode', failedOptimistic, 0),
    ...(await compareWithGoogles()),
  ];
};
