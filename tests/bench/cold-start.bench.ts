import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { generateJokes } from '../support/generated-jokes.ts';
import { functionBundle } from '../../scripts/build.ts';
import { openApi, type ApiSite } from '../support/api-site.ts';
import {
  buildDeployed,
  firestoreProcess,
  startFunction,
} from '../support/bench/measured-process.ts';
import { atMost, median, type Benchmark } from '../support/bench/measurement.ts';

const STARTS = 25;
const FACTS = 600;
const MANY_FACTS = 20_000;

/** Bundles firestore-process.mjs with the function's options. @returns the bundle's path */
async function bundleFirestore(folder: string): Promise<string> {
  const file = join(folder, 'firestore.mjs');
  const { outdir: _, chunkNames: __, ...options } = functionBundle;
  await build({
    ...options,
    entryPoints: [join(import.meta.dirname, '../support/bench/firestore-process.mjs')],
    // Resolves packages from functions/.
    nodePaths: [join(functionBundle.absWorkingDir, 'node_modules')],
    splitting: false,
    outfile: file,
  });
  return file;
}

/** @returns milliseconds of CPU of a new process until its first list response */
async function firstList({ firestore }: ApiSite): Promise<number> {
  const started = await startFunction(firestore, 'plain');
  await started.get('/api/v1/jokes');
  const cpu = await started.cpu();
  await started.stop();
  return cpu;
}

/** P10: the CPU that a fresh instance needs for its first list page. */
export const benchmark: Benchmark = async (site) => {
  await buildDeployed();
  await site.fill(generateJokes({ count: FACTS }));
  const large = await openApi();
  await large.fill(generateJokes({ count: MANY_FACTS }));
  const folder = mkdtempSync(join(tmpdir(), 'cold-start-'));
  const firestoreFile = await bundleFirestore(folder);

  // In turns, so that other load on the machine affects all of them.
  const starts: { client: number; plain: number; many: number }[] = [];
  for (let turn = 0; turn < STARTS; turn += 1) {
    starts.push({
      client: await firestoreProcess(site.firestore, firestoreFile),
      plain: await firstList(site),
      many: await firstList(large),
    });
  }
  rmSync(folder, { recursive: true });
  await large.stop();
  const client = median(starts.map((start) => start.client));
  const plain = median(starts.map((start) => start.plain));
  const many = median(starts.map((start) => start.many));
  return [
    atMost(
      'P10',
      `CPU of a new process until its first list response, with ${FACTS} facts ÷ CPU of a process that only loads the bundled Firestore client and reads one document`,
      plain / client,
      1.6,
    ),
    atMost(
      'P10',
      `… what the catalog of ${MANY_FACTS.toLocaleString('en')} facts adds to it`,
      Math.round(many - plain),
      250,
      ' ms',
    ),
  ];
};
