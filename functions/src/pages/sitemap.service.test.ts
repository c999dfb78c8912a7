import { expect, test } from 'vitest';
import { aJoke } from '../../../tests/support/api/jokes.ts';
import { isAdminPath, paths } from '../../../web/src/paths.ts';
import { createCatalog } from '../catalog/catalog.ts';
import { anyJoke } from '../catalog/joke.ts';
import { createSitemap } from './sitemap.service.ts';

const ORIGIN = 'https://facts.example';

/** A site with this many facts, every fifth of them not approved. */
function siteOf(jokes: number) {
  const catalog = createCatalog({ clock: () => 0, monotonic: () => 0 });
  let version = 0;
  const add = (joke_id: number, fields: object = {}) => {
    const joke = anyJoke.parse({ ...aJoke(joke_id), ...fields });
    catalog.apply({ joke_id, version: (version += 1), joke });
  };
  for (let id = 1; id <= jokes; id += 1) add(id, id % 5 === 0 ? { status: 'pending' } : {});
  const sitemap = createSitemap({
    follower: { read: () => Promise.resolve(catalog) },
    config: { siteOrigin: ORIGIN },
  });
  const read = async () => (await sitemap()).toString();
  const urls = async () => [...(await read()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);
  return { add, sitemap, read, urls };
}

test('a sitemap lists the public screens but the search and a visitor’s votes, approved facts, and tags with five of them', async () => {
  const { add, urls } = siteOf(6);
  for (const id of [1, 2, 3, 4, 6]) add(id, { tags: id === 6 ? ['food'] : ['food', 'texas'] });
  const screens = Object.values<string>(paths).filter(
    (path) =>
      !isAdminPath(path) && !path.includes('{') && path !== paths.search && path !== paths.myVotes,
  );
  const facts = [1, 2, 3, 4, 6].map((id) => `/fact/${id}`);
  const expected = [...screens, '/tag/food', ...facts].map((path) => ORIGIN + path);
  expect(new Set(await urls())).toEqual(new Set(expected));
  expect(await urls()).toHaveLength(expected.length);
});

test('a sitemap gives the day on which a fact was approved or edited or got its image, whichever is latest', async () => {
  const { add, read } = siteOf(1);
  const [early, late] = [new Date('2026-11-22T23:59:59Z'), new Date('2026-11-23T00:00:00Z')];
  const image = { file: 'image', width: 1_024, height: 1_024 };
  add(2, { edited_at: early, image: { ...image, generated_at: late } });
  add(3, { edited_at: late, image: { ...image, generated_at: early } });
  const dated = (await read()).matchAll(/\/fact\/(\d)<\/loc><lastmod>(.*?)<\/lastmod>/g);
  expect(Object.fromEntries(Array.from(dated, ([, id = '', date]) => [id, date]))).toEqual({
    1: '2020-01-03',
    2: '2026-11-23',
    3: '2026-11-23',
  });
});

test('a sitemap that would be too long lists the 50,000 newest pages', async () => {
  const found = await siteOf(63_000).urls();
  expect(found).toHaveLength(50_000);
  expect(found).toContain(`${ORIGIN}/newest`);
  expect(found).toContain(`${ORIGIN}/fact/62999`);
  expect(found).not.toContain(`${ORIGIN}/fact/1`);
});

test(
  'a sitemap is written once for all who ask for it, and again when content has changed',
  { tags: 'P22' },
  async () => {
    const { add, sitemap, urls } = siteOf(4);
    const [first, ...others] = await Promise.all([sitemap(), sitemap(), sitemap()]);
    for (const other of [...others, await sitemap()]) expect(other).toBe(first);
    const before = await urls();
    add(6);
    expect(new Set(await urls())).toEqual(new Set([...before, `${ORIGIN}/fact/6`]));
  },
);
