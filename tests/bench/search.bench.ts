import type { SeedJoke } from '../../local/seed/index.ts';
import { generateJokes } from '../support/generated-jokes.ts';
import { createRandom } from '../../local/seed/random.ts';
import { foldText } from '../../functions/src/domain/index.ts';
import { nobody } from '../../functions/src/jokes/visitor-searches.ts';
import { createServices, type Services } from '../../functions/src/site.ts';
import { mustHold, type Benchmark } from '../support/bench/measurement.ts';

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

/** P7: an administrator's search finds exactly what it should. */
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

  await instance.stop();
  return [
    mustHold(
      'P7',
      `random queries over 20,000 jokes that differ from brute force, of ${QUERIES}`,
      String(wrong),
      '0',
      wrong === 0,
    ),
  ];
};
