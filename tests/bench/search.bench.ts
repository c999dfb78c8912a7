import { READ } from '../../functions/src/catalog/follower.ts';
import type { SeedJoke } from '../../local/seed/index.ts';
import { generateJokes } from '../support/generated-jokes.ts';
import { createRandom, type Random } from '../support/random.ts';
import { aCaller } from '../support/api/a-caller.ts';
import { createServices } from '../../functions/src/site.ts';
import type { ApiSite } from '../support/api-site.ts';
import {
  atMost,
  cpuMs,
  longestStep,
  median,
  type Benchmark,
  type Row,
} from '../support/bench/measurement.ts';

/** How many facts, and the most CPU of a search, in milliseconds. */
const SIZES = [
  { count: 20_000, bound: 80 },
  { count: 100_000, bound: 400 },
];
const TIMES = 3;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

export function inventWord(random: Random, length: number): string {
  return Array.from({ length }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join('');
}

const inventWords = (random: Random, words: number, length: number) =>
  Array.from({ length: words }, () => inventWord(random, length)).join(' ');

/** Generated facts have few different words, so each second one gets a word of its own. */
export function* manyWords(count: number): Generator<SeedJoke> {
  const random = createRandom(22);
  for (const joke of generateJokes({ count })) {
    const own = joke.joke_id % 2 === 0 ? ` ${inventWord(random, 5 + (joke.joke_id % 6))}` : '';
    yield { ...joke, joke_text: joke.joke_text + own };
  }
}

export const ORDINARY = ['norris', 'chuck norris', 'roundhouse kick', 'teh kcik of noris', 'zzzzz'];

/** What costs the most. */
export function hostileQueries(random: Random): string[] {
  const signs = Array.from({ length: 500 }, (_, at) => String.fromCodePoint(0x4e_00 + at));
  return [
    inventWords(random, 8, 24),
    inventWords(random, 19, 24),
    inventWords(random, 16, 6),
    'nofris chucj doesm alwajs befure becayse neverr thrugh',
    inventWords(random, 16, 3),
    // The beginnings of all words.
    LETTERS.split('').join(' '),
    inventWords(random, 160, 2),
    signs.join(''),
    signs.slice(0, 250).join(' '),
  ];
}

async function costRows(site: ApiSite, { count, bound }: (typeof SIZES)[number]): Promise<Row[]> {
  await site.fill(manyWords(count));
  const instance = await site.start();
  const { jokes, follower } = createServices(instance.context);
  // The start is measured as such (P10).
  await follower.read(READ.visitor);
  const search = (q: string) => jokes.search({ q, page: 1, per_page: 20 }, aCaller());
  const facts = `${count.toLocaleString('en')} facts`;
  // The first exact search and the first near one load what later ones use.
  let step = await longestStep(search('norris'));
  step = Math.max(step, await longestStep(search('xqzxqz jkvjkv')));

  let worst = { query: '', cpu: 0 };
  for (const query of [...ORDINARY, ...hostileQueries(createRandom(count))]) {
    const times: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const start = cpuMs();
      step = Math.max(step, await longestStep(search(query)));
      times.push(cpuMs() - start);
    }
    const cpu = median(times);
    if (cpu > worst.cpu) worst = { query, cpu };
  }
  await instance.stop();
  return [
    atMost(
      'P22',
      `the most CPU of a search among ${facts}: “${worst.query.slice(0, 60)}”`,
      worst.cpu,
      bound,
      ' ms',
    ),
    atMost('P22', `longest uninterrupted CPU of any search among ${facts}`, step, 200, ' ms'),
  ];
}

/** P22: what the searches that cost the most cost, that no cache answers. */
export const benchmark: Benchmark = async (site) => {
  const rows: Row[] = [];
  for (const size of SIZES) rows.push(...(await costRows(site, size)));
  return rows;
};
