import { parseFeed } from '@rowanmanning/feed-parser';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { readConfig } from '../../functions/src/config.ts';
import { createServices } from '../../functions/src/site.ts';
import { edit } from '../support/moderation-steps.ts';
import { aJoke } from '../support/api/jokes.ts';
import { useImages } from '../support/api/use-images.ts';
import { useShortRetries } from '../support/api/short-retries.ts';
import { castVote } from '../support/api/visitor-steps.ts';

const ORIGIN = 'https://facts.example';
const A_MINUTE = 60_000;
const FEEDS = ['/feed.xml', '/feed.json', '/feed/daily.xml'] as const;
const HOSTILE = `Chuck Norris: <b>"no"</b> & ]]> &amp; &apos;\nThen he left.\n\nTwice.`;

const running = useImages([
  ...Array.from({ length: 45 }, (_, index) => aJoke(index + 1)),
  aJoke(46, { joke_text: HOSTILE, histogram: [0, 0, 0, 1, 2] }),
  aJoke(47, { status: 'pending' }),
  aJoke(48, { status: 'rejected' }),
]);

useShortRetries();

let now: number;

async function restart(): Promise<void> {
  const { host } = running.site.firestore;
  const config = readConfig({ FIRESTORE_EMULATOR_HOST: host, SITE_ORIGIN: ORIGIN });
  await running.restart({ config, clock: () => now });
}
beforeEach(async () => {
  now = Date.UTC(2026, 10, 22, 12);
  await restart();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(running.api.url + path, { headers });

async function textOf(path: string): Promise<string> {
  const response = await get(path);
  expect(response.status).toBe(200);
  return response.text();
}

/** Checks what RFC 4287 requires of a feed and its entries, and parses it with a library. */
async function atom(path: string) {
  const text = await textOf(path);
  expect(text).toMatch(
    /^<\?xml version="1\.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom" /,
  );
  const { items, ...feed } = parseFeed(text).toJSON();
  expect(feed).toMatchObject({
    meta: { type: 'atom', version: '1.0' },
    self: ORIGIN + path,
    authors: [{ name: 'Chuck Norris Facts', url: `${ORIGIN}/` }],
    title: expect.stringMatching(/\w/),
    url: expect.stringMatching(`^${ORIGIN}/`),
    updated: expect.stringMatching(/Z$/),
  });
  const entries = text.split('<entry>').slice(1);
  expect(entries).toHaveLength(items.length);
  for (const entry of entries) {
    for (const element of ['id', 'title', 'updated', 'published', 'content']) {
      expect(entry.match(new RegExp(`<${element}[ >]`, 'g')), element).toHaveLength(1);
    }
    expect(entry.match(/<link [^>]*rel="alternate"/g)).toHaveLength(1);
  }
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  return { ...feed, items };
}

const url = z.url();
/** What https://www.jsonfeed.org/version/1.1/ requires, and nothing that it does not know. */
const jsonFeed = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string().min(1),
  description: z.string(),
  home_page_url: url,
  feed_url: z.literal(`${ORIGIN}/feed.json`),
  icon: url,
  language: z.literal('en'),
  authors: z.array(z.strictObject({ name: z.literal('Chuck Norris Facts'), url })).length(1),
  items: z.array(
    z.strictObject({
      id: url,
      url,
      title: z.string(),
      content_text: z.string(),
      image: z.optional(url),
      date_published: z.iso.datetime(),
      date_modified: z.iso.datetime(),
    }),
  ),
});

const newestIds = Array.from({ length: 40 }, (_, index) => 46 - index);

describe('the feeds of the newest facts', () => {
  test('list the 40 most recently approved ones, with their pages, texts and dates', async () => {
    const { items, ...feed } = await atom('/feed.xml');
    expect(feed).toMatchObject({ title: 'Newest Chuck Norris Facts', url: `${ORIGIN}/newest` });
    for (const { updated, published } of items)
      expect(String(updated) >= String(published)).toBe(true);
    expect(items.map(({ id }) => id)).toEqual(newestIds.map((id) => `${ORIGIN}/fact/${id}`));
    const { created_at, approved_at } = aJoke(46);
    const approved = approved_at?.toISOString() ?? '';
    expect(items[0]).toMatchObject({
      title: expect.stringMatching(/^Chuck Norris: .*… – Fact no\. 46$/),
      url: `${ORIGIN}/fact/46`,
      published: approved,
      updated: approved,
    });
    expect(approved_at).not.toEqual(created_at);
    expect(feed.updated).toBe(approved);

    const json = jsonFeed.parse(JSON.parse(await textOf('/feed.json')));
    expect(json.items.map(({ url: page }) => page)).toEqual(items.map((item) => item.url));
    expect(json.items[0]).toEqual({
      id: `${ORIGIN}/fact/46`,
      url: `${ORIGIN}/fact/46`,
      title: 'Chuck Norris: <b>"no"</b> & ]]> &amp; &apos; Then he left… – Fact no. 46',
      content_text: HOSTILE,
      date_published: approved,
      date_modified: approved,
    });
  });

  test('include the image of a fact, with the time at which it was generated', async () => {
    expect(await running.generate(30)).toMatchObject({ status: 200 });
    const image = `${ORIGIN}/api/v1/images/files/${await running.imageOf(30)}-640.webp`;
    const item = (await atom('/feed.xml')).items.find(({ title }) =>
      title?.endsWith('by heart – Fact no. 30'),
    );
    expect(item?.media).toMatchObject([{ url: image, mimeType: 'image/webp' }]);
    expect(item?.updated).toBe(new Date(now).toISOString());
    const json = jsonFeed.parse(JSON.parse(await textOf('/feed.json')));
    expect(json.items.flatMap((each) => each.image ?? [])).toEqual([image]);
  });

  test('say when an edited fact was edited', async () => {
    const services = createServices(running.api.context);
    now += A_MINUTE;
    await edit(services, 40, 'Chuck Norris rewrites history in ink.');
    await restart();
    const { items, updated } = await atom('/feed.xml');
    const edited = items.find(
      ({ title }) => title === 'Chuck Norris rewrites history in ink – Fact no. 40',
    );
    expect(edited).toMatchObject({
      content: expect.stringContaining('Chuck Norris rewrites history in ink.'),
      published: aJoke(40).approved_at?.toISOString(),
      updated: new Date(now).toISOString(),
    });
    expect(updated).toBe(new Date(now).toISOString());
    expect(items.map(({ id }) => id)).toEqual(newestIds.map((id) => `${ORIGIN}/fact/${id}`));
  });
});

describe('the three feeds', () => {
  const isJson = (path: string) => path.endsWith('json');

  test('have their media types, are cached for a minute, and work with a trailing slash', async () => {
    for (const path of FEEDS) {
      const { headers } = await get(path);
      const type = isJson(path) ? 'application/feed+json' : 'application/atom+xml; charset=utf-8';
      expect(headers.get('content-type')).toBe(type);
      expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
      expect(await textOf(`${path}/`)).toBe(await textOf(path));
    }
  });

  test('are not sent again until a fact changes; votes don’t change them', async () => {
    const etags = new Map<string, string>();
    for (const path of FEEDS) etags.set(path, (await get(path)).headers.get('etag') ?? '');
    const shown = /\/fact\/(\d+)"/.exec(await textOf('/feed/daily.xml'))?.[1];
    const revalidate = async () => {
      const found: unknown[] = [];
      for (const [path, etag] of etags) {
        const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
        const response = await get(path, headers);
        found.push([response.status, (await response.text()).length > 0]);
      }
      return found;
    };
    const unchanged = FEEDS.map(() => [304, false]);
    expect(await revalidate()).toEqual(unchanged);
    const services = createServices(running.api.context);
    for (const id of new Set([46, 45, Number(shown)])) await castVote(services, id, 5);
    await restart();
    now += A_MINUTE;
    expect(await revalidate()).toEqual(unchanged);
    await edit(services, Number(shown), 'Chuck Norris edits the fact of the day.');
    await edit(services, 45, 'Chuck Norris edits another one.');
    await restart();
    expect(await revalidate()).toEqual(FEEDS.map(() => [200, true]));
  });

  test('are valid on an empty site', async () => {
    await running.refill([]);
    await restart();
    expect(jsonFeed.parse(JSON.parse(await textOf('/feed.json'))).items).toEqual([]);
    const empty = { items: [], updated: '1970-01-01T00:00:00.000Z' };
    for (const path of ['/feed.xml', '/feed/daily.xml']) {
      expect(await atom(path)).toMatchObject(empty);
    }
  });

  test(
    'are served while the database fails if they are cached, and are a 503 otherwise',
    { tags: 'S18' },
    async () => {
      const UNAVAILABLE = 14;
      const fail = () =>
        running.site.firestore.inject({ code: UNAVAILABLE, when: 'before', times: Infinity });
      const before = await Promise.all(FEEDS.map(textOf));
      fail();
      now += A_MINUTE;
      expect(await Promise.all(FEEDS.map(textOf))).toEqual(before);
      running.site.firestore.clearFaults();
      await restart();
      fail();
      for (const failed of await Promise.all(FEEDS.map((path) => get(path)))) {
        expect(failed.status).toBe(503);
        expect(failed.headers.get('cache-control')).toBe('private, no-store');
        expect(failed.headers.get('retry-after')).toMatch(/^\d+$/);
      }
      running.site.firestore.clearFaults();
      await running.api.idle();
    },
  );
});
