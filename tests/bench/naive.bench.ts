import { randomUUID } from 'node:crypto';
import { votesOf } from '../../functions/src/catalog/score.ts';
import { API_BASE_PATH } from '../../functions/src/contract/index.ts';
import { limits, wordsOf } from '../../functions/src/domain/index.ts';
import type { ApiSite } from '../support/api-site.ts';
import {
  buildDeployed,
  cpuOf,
  startFunction,
  startNaiveSite,
  type MeasuredProcess,
} from '../support/bench/measured-process.ts';
import { atMost, median, type Benchmark } from '../support/bench/measurement.ts';
import type { SeedJoke } from '../../local/seed/index.ts';
import { generateJokes } from '../support/generated-jokes.ts';

const FACTS = 600;
const DOCUMENTS_PER_COMMIT = 300;
const jokes = [...generateJokes({ count: FACTS, pendingShare: 0, rejectedShare: 0 })];

const STARTS = 9;
const ROUNDS = 5;
/** Their ratio varies more. */
const ROUNDS_OF_VOTES = 15;
const REQUESTS = 40;

/** The most CPU and memory, as parts of what the naive site takes. */
const MOST = { read: 0.4, vote: 1.5, start: 1.6, memory: 1 };

const lastWordOf = (joke?: SeedJoke) => wordsOf(joke?.joke_text ?? '').at(-1) ?? '';

/** What both sites are asked for: the path, below that of facts, of the nth request of a round. */
const READS: readonly [what: string, pathOf: (nth: number) => string][] = [
  ['a page of the list', (nth) => `?page=${1 + (nth % Math.ceil(FACTS / limits.homePageSize))}`],
  ['the Top 100', () => '/top'],
  ['a search', (nth) => `/search?q=${encodeURIComponent(lastWordOf(jokes[nth]))}`],
  ['a random fact', () => '/random'],
];

let networks = 0;
/** The header that names another network, so that no quota is used up. */
function nextNetwork() {
  networks += 1;
  return { 'x-forwarded-for': `11.${networks >> 8}.${networks & 255}.1` };
}

/** Stores the same facts for the naive site. */
async function fillNaive(site: ApiSite): Promise<void> {
  const instance = await site.start();
  const { db } = instance.context;
  for (let from = 0; from < FACTS; from += DOCUMENTS_PER_COMMIT) {
    const batch = db.batch();
    for (const { joke_id: id, joke_text: text, histogram } of jokes
      .slice(from)
      .slice(0, DOCUMENTS_PER_COMMIT)) {
      const { votes, stars } = votesOf(histogram);
      const rating = votes === 0 ? 0 : stars / votes;
      batch.set(db.doc(`naive_facts/${id}`), { id, text, votes, stars, rating });
    }
    await batch.commit();
  }
  await instance.stop();
}

/** What one does divided by what the other does, in turns, so that other load on the machine affects both of them. */
async function ratioOf(
  turns: number,
  ours: () => Promise<number>,
  naive: () => Promise<number>,
): Promise<number> {
  const ratios: number[] = [];
  while (ratios.length < turns) ratios.push((await ours()) / (await naive()));
  return median(ratios);
}

/** @returns milliseconds of CPU of a new process until its first list */
async function firstList(starting: Promise<MeasuredProcess>, path: string): Promise<number> {
  const started = await starting;
  await started.get(path);
  const cpu = await started.cpu();
  await started.stop();
  return cpu;
}

/** @returns milliseconds of CPU for a round of votes by a browser that has voted before, each on another fact */
async function votes(
  server: MeasuredProcess,
  path: string,
  bodyOf: (id: number) => object,
): Promise<number> {
  const network = nextNetwork();
  const headers = () => ({ ...network, 'idempotency-key': randomUUID() });
  const first = await server.post(path, bodyOf(FACTS), headers());
  const [cookie = ''] = first.headers['set-cookie']?.split(';') ?? [];
  return cpuOf(server, REQUESTS, (nth) =>
    server.post(path, bodyOf(nth + 1), { ...headers(), cookie }),
  );
}

/** P27: what this site takes beside one that a tutorial builds, with the same facts in the same framework. */
export const benchmark: Benchmark = async (site) => {
  await buildDeployed();
  await site.fill(jokes);
  await fillNaive(site);
  const ourSite = () => startFunction(site.firestore, 'framework');
  const naiveSite = () => startNaiveSite(site.firestore);
  const paths = { ours: `${API_BASE_PATH}/jokes`, naive: '/facts' };
  const start = await ratioOf(
    STARTS,
    () => firstList(ourSite(), paths.ours),
    () => firstList(naiveSite(), paths.naive),
  );

  const [ours, naive] = [await ourSite(), await naiveSite()];
  const rows = [];
  for (const [what, pathOf] of READS) {
    const round = (server: MeasuredProcess, path: string) =>
      cpuOf(server, REQUESTS, (nth) => server.get(path + pathOf(nth), nextNetwork()));
    const measured = await ratioOf(
      ROUNDS,
      () => round(ours, paths.ours),
      () => round(naive, paths.naive),
    );
    rows.push(atMost('P27', `CPU of ${what} ÷ that of a naive Firebase site`, measured, MOST.read));
  }
  const vote = () =>
    ratioOf(
      ROUNDS_OF_VOTES,
      () => votes(ours, `${API_BASE_PATH}/ratings`, (joke_id) => ({ joke_id, rating_num: 5 })),
      () => votes(naive, '/votes', (id) => ({ id, stars: 5 })),
    );
  // The reads have warmed up the naive site's client of Firestore. Ours had nothing to read.
  await vote();
  const warmVote = await vote();
  const memory = ours.anonymousMemory() / naive.anonymousMemory();
  await Promise.all([ours.stop(), naive.stop()]);
  return [
    ...rows,
    atMost('P27', '… of a vote', warmVote, MOST.vote),
    atMost('P27', '… from the start to the first list', start, MOST.start),
    atMost('P27', '… memory after these requests', memory, MOST.memory),
  ];
};
