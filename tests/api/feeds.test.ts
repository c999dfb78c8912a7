import { parseFeed } from '@rowanmanning/feed-parser';
import { expect, test } from 'vitest';
import { createServices } from '../../functions/src/site.ts';
import { edit } from '../support/moderation-steps.ts';
import { aJoke } from '../support/api/jokes.ts';
import { useImages } from '../support/api/use-images.ts';
import { castVote } from '../support/api/visitor-steps.ts';

const ORIGIN = 'https://facts.example';

let now = Date.UTC(2026, 10, 22, 12);
const running = useImages(
  Array.from({ length: 46 }, (_, index) => aJoke(index + 1)),
  { clock: () => now, config: { siteOrigin: ORIGIN } },
);

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(running.api.url + path, { headers });

const atom = async (path: string) => parseFeed(await (await get(path)).text()).toJSON();

test('the feeds list the 40 most recently approved facts, with their pages, texts and dates', async () => {
  const { items, ...feed } = await atom('/feed.xml');
  const approved = aJoke(46).approved_at?.toISOString() ?? '';
  expect(feed).toMatchObject({
    meta: { type: 'atom', version: '1.0' },
    self: `${ORIGIN}/feed.xml`,
    title: 'Newest Chuck Norris Facts',
    url: `${ORIGIN}/newest`,
    updated: approved,
  });
  const urls = Array.from({ length: 40 }, (_, index) => `${ORIGIN}/fact/${46 - index}`);
  expect(items.map(({ id }) => id)).toEqual(urls);
  const dates = { published: approved, updated: approved };
  expect(items[0]).toMatchObject({ url: urls[0], ...dates });
});

test('the feeds are not sent again until a fact changes; votes don’t change them', async () => {
  const etags = new Map<string, string>();
  for (const path of ['/feed.xml', '/feed/daily.xml']) {
    const { headers } = await get(path);
    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    etags.set(path, headers.get('etag') ?? '');
  }
  const [today] = (await atom('/feed/daily.xml')).items;
  const todaysId = Number(today?.url?.split('/').at(-1));
  const revalidate = async () => {
    const statuses: number[] = [];
    for (const [path, etag] of etags) {
      const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
      statuses.push((await get(path, headers)).status);
    }
    return statuses;
  };
  expect(await revalidate()).toEqual([304, 304]);
  const services = createServices(running.api.context);
  for (const id of new Set([46, todaysId])) await castVote(services, id, 5);
  await running.restart();
  expect(await revalidate()).toEqual([304, 304]);
  await edit(services, todaysId, 'Chuck Norris edits the fact of the day.');
  await edit(services, 45, 'Chuck Norris edits another one.');
  await running.restart();
  expect(await revalidate()).toEqual([200, 200]);
});
