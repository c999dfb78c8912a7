// @module-tag S2
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  API_BASE_PATH,
  jokeStatus,
  type JokeStatus,
} from '../../../functions/src/contract/index.ts';
import { textOf } from '../../support/hosting-cache.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useImages } from '../../support/api/use-images.ts';
import { visitorReads } from '../../support/api/visitor-reads.ts';
import { siteTime } from '../../support/api-site.ts';

const running = useImages([]);

/** Exact matches, near ones and a number. */
const SEARCHES = [
  '?q=secret',
  '?q=fact&tag=science,food',
  '?q=fact',
  '?q=sceret+pendign+fakt',
  '?q=%231',
  '?q=norris',
];

/** Queries for the endpoints that take more than ids. Each is also called without a query. */
const QUERIES: Readonly<Record<string, string[]>> = {
  listJokes: [
    '?status=all&sortBy=date_asc',
    '?status=active',
    '?status=approved',
    '?status=pending',
    '?status=rejected',
    '?search=secret',
    '?search=fact',
    '?per_page=3&page=2',
    '?tag=science',
    '?safe=true',
    '?sortBy=shuffled&seed=a',
  ],
  listTopJokes: ['?limit=5'],
  listNewestJokes: ['?limit=5'],
  getRandomJoke: ['', '?tag=science', '?safe=true', '?mix=discover'],
  randomText: ['?tag=science', '?safe=true'],
  topText: ['?tag=science,food', '?safe=true'],
  searchJokes: SEARCHES,
  search: SEARCHES,
};

/** The URLs of every public endpoint and page, for a site with these jokes and an image. */
function publicUrls(ids: readonly number[], hidden: readonly number[], image: string): string[] {
  return visitorReads.flatMap(({ name, path }) => {
    // Its examples are not the site's jokes.
    if (name === 'getOpenApi') return [];
    if (name === 'listImageStatus') return [`${path}?joke_ids=${ids.join(',')}`];
    // Drawing the others' cards takes long, and shows nothing that is hidden.
    const shown = /^get(?:Tall)?Card$/.test(name) ? hidden : ids;
    if (path.includes('{id}')) return shown.map((id) => path.replace('{id}', String(id)));
    const url = path.replace('{tag}', 'science').replace('{name}', image);
    return ['', ...(QUERIES[name] ?? [])].map((query) => url + query);
  });
}

async function findSimilar(joke_text: string): Promise<string> {
  const request = { method: 'POST', body: { joke_text } };
  const { status, body } = await running.api.request('/jokes/similar', request);
  expect(status).toBe(200);
  return JSON.stringify(body);
}

function imageOf(jokeId: number, status: JokeStatus): string {
  return (status === 'approved' ? 'a' : 'b').repeat(29) + String(jokeId).padStart(3, '0');
}

/** Fills the site with one joke per status, each with votes and an image. */
async function fillSite(statuses: readonly JokeStatus[]): Promise<void> {
  await running.refill(
    statuses.map((status, index) =>
      aJoke(index + 1, {
        status,
        histogram: [0, 0, 0, 0, 9],
        joke_text: status === 'approved' ? 'An open fact.' : `A secret ${status} fact.`,
        approved_at: new Date(siteTime()),
        tags: ['science'],
        safe: true,
      }),
    ),
  );
  const batch = running.api.context.db.batch();
  for (const [index, status] of statuses.entries()) {
    const file = imageOf(index + 1, status);
    const image = { file, generated_at: new Date(siteTime()) };
    const changes = { image, updated_at: new Date() };
    batch.update(running.api.context.db.doc(`jokes/${index + 1}`), changes);
  }
  await batch.commit();
  await running.restart();
}

test('visitors see only approved jokes, on every endpoint and page, in any state of the site', async () => {
  const states = fc.array(fc.constantFrom(...jokeStatus.options), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(states, async (statuses) => {
      await fillSite(statuses);
      const ids = statuses.map((_, index) => index + 1);
      const hidden = ids.filter((id) => statuses[id - 1] !== 'approved');
      const shown = await Promise.all(
        publicUrls(ids, hidden, `${imageOf(1, 'pending')}-320.webp`).map(async (url) => {
          const response = await fetch(running.api.url + url);
          return `${url} ${response.status} ${await textOf(response)}`;
        }),
      );
      const similar = [
        await findSimilar('A secret pending fact.'),
        await findSimilar('A secret rejected fact.'),
      ];
      const all = [...shown, ...similar].join('\n');
      expect(all).not.toMatch(/secret (pending|rejected) fact/);
      expect(all).not.toMatch(/bbb\d{3}(?!-320\.webp \d)/);
      expect(all).not.toMatch(/"status":"(pending|rejected)"/);
      const search = shown.find((text) => text.startsWith(`${API_BASE_PATH}/jokes?search=secret`));
      expect(search).toContain('"total":0');
      for (const id of hidden) {
        expect(all).toContain(`/cards/${id}.png 404`);
        expect(all).toContain(`/cards/${id}-tall.png 404`);
        expect(all).not.toContain(`"joke_id":${id},"joke_text"`);
        expect(all).not.toMatch(new RegExp(`"(previous|next)_id":${id}\\b`));
        expect(all).not.toContain(`/fact/${id}<`);
        expect(all).not.toContain(`/fact/${id}"`);
      }
      for (const id of ids.filter((id) => !hidden.includes(id))) {
        expect(all).toContain(`/fact/${id}<`);
        expect(all).toContain(imageOf(id, 'approved'));
        // The download has it, too.
        expect(all).toMatch(new RegExp(`{"joke_id":${id},"joke_text":"[^"]*","created_at"`));
      }
    }),
    { numRuns: 20 },
  );
});
