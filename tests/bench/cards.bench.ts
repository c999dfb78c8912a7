import { startStorageEmulator } from 'storage-emulator';
import { readConfig } from '../../functions/src/config.ts';
import { drawCard } from '../../functions/src/features/cards/draw-card.ts';
import { bucketOpener } from '../../functions/src/platform/bucket.data.ts';
import { storageBucket } from '../../local/stack/firebase-json.ts';
import { aJoke } from '../support/api/jokes.ts';
import type { Instance } from '../support/api-site.ts';
import {
  atMost,
  costOf,
  forInformation,
  median,
  type Benchmark,
} from '../support/bench/measurement.ts';

const ROUNDS = 5;

const TEXTS = {
  Latin: 'When Chuck Norris plays hide and seek, the hiding places hide.',
  emoji: 'Chuck Norris 🤠 + 🥋 = 💥 and the 🌍 spins.',
  Arabic: 'يستطيع تشاك نوريس أن يعدّ إلى ما لا نهاية، مرتين، قبل أن تقرأ هذه الجملة.',
  Japanese: 'チャック・ノリスは腕立て伏せをしない。彼は地球を下に押し下げているのだ。',
};

/** Milliseconds of CPU of drawing a card. */
async function cpuOf(jokeText: string): Promise<number> {
  const before = process.cpuUsage();
  await drawCard({ jokeId: 1, jokeText, image: undefined });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function getCard(instance: Instance, jokeId: number): Promise<void> {
  const { status } = await instance.request(`/cards/${jokeId}.png`);
  if (status !== 200) throw new Error(`Card ${jokeId}: ${status}`);
}

/** The reads of a card, and the CPU of drawing one. */
export const benchCards: Benchmark = async (site) => {
  const storage = await startStorageEmulator({ buckets: [storageBucket] });
  process.env['FIREBASE_STORAGE_EMULATOR_HOST'] = storage.host;
  // Where the SDK remembers the emulator of an earlier benchmark.
  delete process.env['STORAGE_EMULATOR_HOST'];
  await site.fill([aJoke(1), aJoke(2)]);
  const bucket = bucketOpener(readConfig({ FIREBASE_CONFIG: JSON.stringify({ storageBucket }) }));
  const instance = await site.start({ bucket });
  const cold = await costOf(site, () => getCard(instance, 1));
  const warm = await costOf(site, () => getCard(instance, 1));
  await instance.stop();
  await storage.stop();

  const times: string[] = [];
  for (const [script, text] of Object.entries(TEXTS)) {
    const first = await cpuOf(text);
    const next: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) next.push(await cpuOf(text));
    times.push(`${script} ${first.toFixed(0)}, ${median(next).toFixed(0)}`);
  }
  return [
    atMost('S22', 'reads of a card on a cold instance', cold.reads, 2),
    atMost('S22', '… on a warm one', warm.reads, 0),
    forInformation(
      'S22',
      '… CPU of drawing one in ms: the first of its script in a process, and the next ones',
      times.join('; '),
    ),
  ];
};
