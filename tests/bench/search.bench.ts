import type { SeedJoke } from '../../local/seed/index.ts';
import { generateJokes } from '../support/generated-jokes.ts';
import { createRandom } from '../support/random.ts';
import { foldText } from '../../functions/src/domain/index.ts';
import { nobody } from '../../functions/src/jokes/visitor-searches.ts';
import { createServices } from '../../functions/src/site.ts';
import { mustHold, type Benchmark } from '../support/bench/measurement.ts';

const QUERIES = 500;
const ADMIN = {
  kind: 'admin',
  provider: 'password',
  username: 'bench',
  session: 'bench',
} as const;

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

/** P7: an administrator's search finds exactly what it should. */
export const benchmark: Benchmark = async (site) => {
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
    const search = randomQuery(jokes, random);
    const expected = folded.filter(({ text }) => text.includes(foldText(search)));
    const found: number[] = [];
    // Of those that match many, the first three pages.
    for (let page = 1; page <= 3; page += 1) {
      const request = { page, per_page: 100, status: 'all', sortBy: 'date_desc', search } as const;
      const list = await services.jokes.list(ADMIN, request, nobody);
      if (list.total !== expected.length) found.push(NaN);
      found.push(...list.jokes.map(({ joke_id }) => joke_id));
    }
    const first = expected.slice(0, 300);
    if (found.length !== first.length || first.some(({ id }, at) => id !== found[at])) wrong += 1;
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
