import type { SeedJoke } from '../../local/seed/index.ts';
import { generateJokes } from '../support/generated-jokes.ts';
import { createRandom } from '../../local/seed/random.ts';
import { shelfOf } from '../../functions/src/catalog/catalog-root.ts';
import { foldText } from '../../functions/src/domain/index.ts';
import { nobody } from '../../functions/src/features/jokes/visitor-searches.ts';
import { createServices, type Services } from '../../functions/src/services.ts';
import {
  atMost,
  costOf,
  mustHold,
  type Benchmark,
  type Row,
} from '../support/bench/measurement.ts';
import { ACTOR } from '../support/moderation-steps.ts';
import type { ApiSite } from '../support/api-site.ts';

const QUERIES = 500;
const admin = {
  kind: 'admin',
  provider: 'password',
  username: 'bench',
  session: 'bench',
} as const;

function request(search: string, page = 1) {
  return { page, per_page: 20, status: 'all', sortBy: 'date_desc', search } as const;
}

/** A random part of a joke's text, with its case and accents changed at random. */
function randomQuery(jokes: readonly SeedJoke[], random: () => number): string {
  const text = jokes[Math.floor(random() * jokes.length)]?.joke_text ?? '';
  const start = Math.floor(random() * text.length);
  const piece = text.slice(start, start + 2 + Math.floor(random() * 14)).trim();
  const plain = random() < 0.5 ? piece : piece.normalize('NFD').replace(/\p{Mark}/gu, '');
  const query = random() < 0.5 ? plain.toUpperCase() : plain;
  // Some letters fold differently in upper case (ß becomes SS), which would change the query.
  return foldText(query) === foldText(piece) && query !== '' ? query : 'norris';
}

/** The ids on the first three pages of a hundred matches each. */
async function firstMatches(services: Services, query: string): Promise<number[]> {
  const ids: number[] = [];
  const perPage = 100;
  for (let page = 1; ; page += 1) {
    const list = await services.jokes.list(
      admin,
      { ...request(query, page), per_page: perPage },
      nobody,
    );
    ids.push(...list.jokes.map((joke) => joke.joke_id));
    if (page >= list.pages || page >= 3) return ids;
  }
}

const VISITOR_JOKES = 10_000;
/** P7: a visitor's search costs no more reads than a list. */
async function visitorRows(site: ApiSite): Promise<Row[]> {
  await site.fill(generateJokes({ count: VISITOR_JOKES }));
  const instance = await site.start();
  const { jokes } = createServices(instance.context);
  const search = (q: string) => jokes.search({ q, page: 1, per_page: 20 }, nobody);
  const shelves = shelfOf(VISITOR_JOKES) + 1;
  const cold = await costOf(site, () => search('norris'));
  const warm = await costOf(site, () => search('norris'));
  await instance.stop();
  return [
    atMost('P7', 'visitor’s search, cold: reads, without the shelves', cold.reads - shelves, 21),
    atMost('P7', 'visitor’s search, warm: reads', warm.reads, 0),
  ];
}

/** P7: an administrator's search finds exactly what it should, at a known cost. */
export const benchSearch: Benchmark = async (site) => {
  const jokes = [...generateJokes({ count: 20_000 })];
  await site.fill(jokes);
  const folded = jokes
    .map((joke) => ({ id: joke.joke_id, text: foldText(joke.joke_text) }))
    .toReversed();
  const instance = await site.start();
  const services = createServices(instance.context);
  const random = createRandom(7);

  let wrong = 0;
  for (let turn = 0; turn < QUERIES; turn += 1) {
    const query = randomQuery(jokes, random);
    const expected = folded.filter(({ text }) => text.includes(foldText(query)));
    const { total } = await services.jokes.list(admin, request(query), nobody);
    const found = await firstMatches(services, query);
    const same = found.every((id, place) => id === expected[place]?.id);
    if (total !== expected.length || !same) wrong += 1;
  }

  const page = 'norris';
  const unchanged = await costOf(site, () => services.jokes.list(admin, request(page), nobody));
  await services.moderation.edit(ACTOR, 77, { joke_text: 'Chuck Norris changed this shelf.' });
  await services.moderation.edit(ACTOR, 9_077, { joke_text: 'Chuck Norris changed that shelf.' });
  const changed = await costOf(site, () => services.jokes.list(admin, request(page), nobody));
  await instance.stop();
  return [
    mustHold(
      'P7',
      `random queries over 20,000 jokes that differ from brute force, of ${QUERIES}`,
      String(wrong),
      '0',
      wrong === 0,
    ),
    atMost(
      'P7',
      'reads of a search with 20 jokes on the page, no shelf changed',
      unchanged.reads,
      21,
    ),
    atMost('P7', 'reads of a search after edits on two shelves', changed.reads, 23),
    ...(await visitorRows(site)),
  ];
};
