import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { generateJokes } from '../../local/seed/index.ts';
import { buildFunctions } from '../../scripts/build.ts';
import { functionBundle } from '../../scripts/function-bundle.ts';
import { firestoreProcess, startFunction, type FunctionServer } from './measured-process.ts';
import { atMost, forInformation, median, type Benchmark } from './measurement.ts';

const STARTS = 9;

/** Bundles, as the function is, what only reads a document. @returns the file's path */
async function bundleFirestore(folder: string): Promise<string> {
  const file = join(folder, 'firestore.mjs');
  const { outdir: _, chunkNames: __, ...options } = functionBundle;
  await build({
    ...options,
    entryPoints: [join(import.meta.dirname, 'firestore-process.mjs')],
    // The function's own packages.
    nodePaths: [join(functionBundle.absWorkingDir, 'node_modules')],
    splitting: false,
    outfile: file,
  });
  return file;
}

/** P10: what the first list page costs that a fresh instance answers. */
export const benchColdStart: Benchmark = async (site) => {
  await buildFunctions();
  await site.fill(generateJokes({ count: 1_000 }));
  const folder = mkdtempSync(join(tmpdir(), 'cold-start-'));
  const firestoreFile = await bundleFirestore(folder);

  async function firstList(server: FunctionServer): Promise<number> {
    const started = await startFunction(site.firestore, server);
    await started.get('/api/v1/jokes');
    const cpu = await started.cpu();
    await started.stop();
    return cpu;
  }

  // In turns, so that what else the machine does hits all of them.
  const starts: { client: number; plain: number; framework: number }[] = [];
  for (let turn = 0; turn < STARTS; turn += 1) {
    starts.push({
      client: await firestoreProcess(site.firestore, firestoreFile),
      plain: await firstList('plain'),
      framework: await firstList('framework'),
    });
  }
  rmSync(folder, { recursive: true });
  const client = median(starts.map((start) => start.client));
  const plain = median(starts.map((start) => start.plain));
  const framework = median(starts.map((start) => start.framework));
  return [
    atMost(
      'P10',
      'CPU of a new process until its first answered list ÷ CPU of a process that only loads the bundled Firestore client and reads one document',
      plain / client,
      1.3,
    ),
    forInformation(
      'P10',
      '… in the Functions Framework, which production puts around it',
      (framework / client).toFixed(3),
    ),
    forInformation(
      'P10',
      '… in ms: the client alone, the function, in the framework',
      [client, plain, framework].map((ms) => ms.toFixed(0)).join(', '),
    ),
  ];
};
