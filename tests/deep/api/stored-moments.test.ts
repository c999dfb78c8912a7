// @module-tag S13
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  endpoints,
  errorBody,
  pages,
  submissionReceipt,
  type Endpoint,
  type EndpointName,
} from '../../../functions/src/contract/index.ts';
import {
  decodeFields,
  encodeFields,
  type JsonFields,
} from '../../../functions/src/operations/document-fields.data.ts';
import { ADMIN_BEARER } from '../../support/api-site.ts';
import {
  ELSEWHERE,
  instantPasswords,
  logIn,
  newToken,
  OWNER,
  restartWithSignIn,
  setUp,
} from '../../support/api/admin-steps.ts';
import { hostileDay, hostileMoment } from '../../support/api/hostile-moments.ts';
import { someJokes } from '../../support/api/jokes.ts';
import { loadRenderer } from '../../support/api/renderer.ts';
import { inputsOf } from '../../support/api/schema-inputs.ts';
import { textFieldsOf, withValue, type Keys, type Part } from '../../support/api/text-fields.ts';
import { useImages } from '../../support/api/use-images.ts';

const running = useImages(someJokes(30));
const db = () => running.api.context.db;
const table: [string, Endpoint][] = Object.entries(endpoints);

const LOCATIONS = { params: 'path', query: 'query', headers: 'header', body: 'body' } as const;

const record = z.record(z.string(), z.unknown());
const formOf = (fields: unknown) =>
  new URLSearchParams(
    Object.entries(record.parse(fields)).map(([key, value]): [string, string] => [
      key,
      String(value),
    ]),
  ).toString();

function call(endpoint: Endpoint, input: Record<Part, unknown>) {
  const params = record.parse(input.params);
  const path = endpoint.path.replace(
    /\{(\w+)\}/,
    (_, name: string) => encodeURIComponent(String(params[name])) || '_',
  );
  const isForm = endpoint.bodyType === 'application/x-www-form-urlencoded';
  return running.api.request(`${path}?${formOf(input.query)}`, {
    method: endpoint.method,
    bearer: ADMIN_BEARER,
    ...(endpoint.method !== 'GET' && { body: isForm ? formOf(input.body) : input.body }),
    headers: {
      ...Object.fromEntries(new URLSearchParams(formOf(input.headers))),
      ...(isForm && { 'content-type': endpoint.bodyType ?? '' }),
    },
  });
}

describe('a request with a moment that Firestore can’t store', () => {
  beforeEach(() => running.restart({ passwords: instantPasswords }));

  test('can be made: the fields of endpoints that are moments are known', () => {
    const found = table.flatMap(([name, endpoint]) =>
      textFieldsOf(endpoint)
        .filter(({ format }) => format !== undefined)
        .map(({ part, keys }) => [name, part, ...keys].join(' ')),
    );
    expect(found).toEqual(
      expect.arrayContaining(['listChanges query from', 'listChanges query to']),
    );
  });

  const withTexts = table.filter(([, endpoint]) => textFieldsOf(endpoint).length > 0);
  test.each(withTexts)(
    'is refused by %s, and as another text gives no 5xx',
    async (_name, endpoint) => {
      const input = fc.record({
        params: inputsOf(endpoint.params),
        query: inputsOf(endpoint.query),
        headers: inputsOf(endpoint.headers),
        body: inputsOf(endpoint.body),
      });
      const field = fc.constantFrom(...textFieldsOf(endpoint));
      await fc.assert(
        fc.asyncProperty(
          input,
          field,
          hostileMoment,
          hostileDay,
          async (given, { part, keys, format }, moment, day) => {
            const hostile = format === 'date' ? day : moment;
            const changed = { ...given, [part]: withValue(given[part], keys, hostile) };
            const { status, body } = await call(endpoint, changed);
            expect(status).toBeLessThan(500);
            if (status >= 400) expect(errorBody.safeParse(body).success).toBe(true);
            if (format === undefined) return;
            expect(status).toBe(422);
            const loc = [LOCATIONS[part], ...keys];
            expect(body).toMatchObject({
              detail: expect.arrayContaining([expect.objectContaining({ loc })]),
            });
          },
        ),
        { numRuns: 60 },
      );
    },
  );

  test('does not matter to a page, which ignores what is not a parameter of its own', async () => {
    await running.restart({ loadRenderer });
    const page = fc.constantFrom(...Object.values(pages));
    const parameters = ['page', 'part', 'q', 'period', 'tag', 'date', 'day', 'from', 'to', 'since'];
    await fc.assert(
      fc.asyncProperty(page, hostileMoment, async ({ path }, moment) => {
        const query = new URLSearchParams(
          parameters.map((name): [string, string] => [name, moment]),
        );
        for (const part of ['1', encodeURIComponent(moment) || '_']) {
          const url = `${running.api.url}${path.replace(/\{\w+\}/, part)}`;
          const response = await fetch(`${url}?${query.toString()}`, {
            headers: { 'if-modified-since': moment },
          });
          await response.arrayBuffer();
          expect(response.status, url).toBeLessThan(500);
        }
      }),
      { numRuns: 60 },
    );
  });
});

test('the first and the last moment that Firestore can store are valid in a request', async () => {
  const first = ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000000001Z', '0004-02-29T20:00:00Z'];
  for (const moment of [...first, '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999999999Z']) {
    for (const name of ['from', 'to']) {
      const path = `/admin/changes?${name}=${moment}`;
      expect((await running.api.request(path, { bearer: ADMIN_BEARER })).status, path).toBe(200);
    }
  }
});

/** Every document as an export has it, by path. */
async function readAll(): Promise<Map<string, JsonFields>> {
  const found = new Map<string, JsonFields>();
  for (const collection of await db().listCollections()) {
    for (const document of (await collection.get()).docs) {
      found.set(document.ref.path, encodeFields(document.data(), document.ref.path));
    }
  }
  return found;
}

/** What a stored moment, day or number of a day may be instead; undefined for a missing field. */
const MALFORMED = ['0000-02-29T20:00:00Z', -62_135_596_800_001, null, undefined];
const STRANGE = {
  moment: [
    ...MALFORMED,
    { $timestamp: '0001-01-01T00:00:00.000000000Z' },
    { $timestamp: '1969-12-31T23:59:59.500000000Z' },
    { $timestamp: '9999-12-31T23:59:59.999999999Z' },
  ],
  day: [...MALFORMED, '0000-02-29', '+010000-01-01', '2025-02-30', '0001-01-01', '9999-12-31'],
  dayNumber: [...MALFORMED, -719_163, 2_932_897, -1e9, 1e15, -719_162, 2_932_896],
};

/** A stored moment or day, and what it is instead. */
interface Damage {
  path: string;
  keys: Keys;
  value: unknown;
}

const container = z.union([z.array(z.unknown()), record]);

/** The moments and days in stored fields, each with what may be there instead. */
function damagesIn(path: string, value: unknown, keys: Keys = []): Damage[] {
  const as = (kind: keyof typeof STRANGE) =>
    STRANGE[kind].map((strange) => ({ path, keys, value: strange }));
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d$/.test(value) ? as('day') : [];
  if (typeof value === 'number') {
    return keys[0] === 'days' || keys.at(-1) === 'period' ? as('dayNumber') : [];
  }
  const inner = container.safeParse(value).data;
  if (!inner) return [];
  if ('$timestamp' in inner) return as('moment');
  const isList = Array.isArray(inner);
  return Object.entries(inner).flatMap(([key, each]) =>
    damagesIn(path, each, [...keys, isList ? Number(key) : key]),
  );
}

/** The damages of all documents; of fields with the same name in a collection, those of one. */
function damagesOf(documents: ReadonlyMap<string, JsonFields>): Damage[] {
  const all = [...documents].flatMap(([path, fields]) => damagesIn(path, fields));
  const fieldOf = ({ path, keys }: Damage) =>
    [path.replace(/(?<=^[^/]+\/).*$/, ''), ...keys].join('.').replaceAll(/\.\d+/g, '');
  const places = Map.groupBy(all, fieldOf);
  // The site needs its key, so without it the answer is 503.
  places.delete('secrets/.created_at');
  return [...places.values()].flatMap((damages) =>
    damages.filter(({ path, keys }) => path === damages[0]?.path && keys === damages[0].keys),
  );
}

describe('a stored document with a strange moment', () => {
  const NOW = Date.UTC(2026, 0, 15, 12);
  let bearer = '';
  let receipt = '';

  const restart = () =>
    restartWithSignIn(running, {
      clock: () => NOW,
      loadRenderer,
      // On a busy machine, a slow read is no failure.
      withReadDeadline: (read) => read,
    });
  const send = (method: string, path: string, body?: unknown) =>
    running.api.request(path, { method, bearer, ...(body !== undefined && { body }) });

  /** Writes documents of every kind that has moments. */
  async function addContent(): Promise<void> {
    await setUp(running.api);
    bearer = await newToken(running.api);
    const joke_text = 'Chuck Norris submits in the year 0.';
    const submitted = await send('POST', '/jokes/submit', { joke_text });
    ({ receipt } = submissionReceipt.parse(submitted.body));
    await send('POST', '/ratings', { joke_id: 4, rating_num: 5 });
    await send('POST', '/reports', { joke_id: 4, reason: 'other' });
    await send('POST', '/admin/approve/7');
    await send('DELETE', '/admin/delete/31');
    await send('PUT', '/admin/edit/3', { joke_text: 'Chuck Norris edits the first year.' });
    await send('POST', '/images/generate/2');
    await logIn(running.api, { password: 'wrong' }, ELSEWHERE);
    for (const path of ['/jokes/daily', '/jokes/random?mix=discover', '/jokes/top?period=week']) {
      await send('GET', path);
    }
  }

  async function replaceAll(documents: ReadonlyMap<string, JsonFields>): Promise<void> {
    await running.site.clear();
    const batch = db().batch();
    for (const [path, fields] of documents) batch.set(db().doc(path), decodeFields(fields, db()));
    await batch.commit();
  }

  const QUERIES: Partial<Record<EndpointName, string>> = {
    searchJokes: '?q=chuck',
    listTopJokes: '?period=week',
    getRandomJoke: '?mix=discover',
    listReported: '?limit=1',
  };

  /** They draw, count or describe, and read no moment besides those that others read. */
  const SLOW = new Set(['getCard', 'getOpenApi']);

  /** Requests everything that reads stored moments, then what writes them. @returns the responses with a 5xx */
  async function failures(damaged: readonly string[], aChange: string): Promise<string[]> {
    const failed: string[] = [];
    const firstOf = (collection: RegExp) => damaged.find((path) => collection.test(path));
    const jokeId = (firstOf(/^jokes\//) ?? 'jokes/4').split('/')[1] ?? '';
    const changeId = (firstOf(/^changes\//) ?? aChange).split('/')[1] ?? '';
    const named = (path: string) =>
      path.replace('{receipt}', receipt).replace('{id}', jokeId).replace('{tag}', 'food');
    const check = (name: string, { status }: { status: number }) =>
      status < 500 || failed.push(`${name}: ${status}`);
    for (const { path } of Object.values(pages)) {
      const response = await fetch(running.api.url + named(path));
      await response.arrayBuffer();
      check(path, response);
    }
    for (const [name, { method, path }] of table) {
      const query = new Map(Object.entries(QUERIES)).get(name) ?? '';
      if (method === 'GET' && !SLOW.has(name)) check(name, await send('GET', named(path) + query));
    }
    const calls: [method: string, path: string, body?: unknown][] = [
      ['GET', `/admin/changes?after=${changeId}`],
      ['POST', '/jokes/submit', { joke_text: 'Chuck Norris submits again.' }],
      ['POST', '/ratings', { joke_id: Number(jokeId), rating_num: 5 }],
      ['POST', '/reports', { joke_id: Number(jokeId), reason: 'other' }],
      ['POST', `/admin/changes/${changeId}/undo`],
      [
        'POST',
        '/admin/changes',
        { action: 'keep', items: [{ joke_id: Number(jokeId), patch: { reports: null } }] },
      ],
      ['POST', `/admin/reject/${jokeId}`],
      ['DELETE', `/admin/delete/${jokeId}`],
    ];
    if (jokeId === '2') calls.unshift(['POST', '/images/generate/2?force=true']);
    for (const [method, path, body] of calls) check(path, await send(method, path, body));
    check('login', await logIn(running.api));
    check('login elsewhere', await logIn(running.api, OWNER, ELSEWHERE));
    check('setup', await setUp(running.api));
    return failed;
  }

  test('is skipped or shown, and never gives a 5xx', async () => {
    await restart();
    await addContent();
    const documents = await readAll();
    const damages = damagesOf(documents);
    const collections = new Set(damages.map(({ path }) => path.split('/')[0]));
    const expected = ['jokes', 'changes', 'ratings', 'catalog', 'daily', 'admins'];
    for (const name of expected) expect(collections).toContain(name);
    const aChange = [...documents.keys()].find((path) => path.startsWith('changes/')) ?? '';
    const some = fc.uniqueArray(fc.constantFrom(...damages), {
      selector: ({ path }) => path,
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(some, async (chosen) => {
        const damaged = new Map(documents);
        for (const { path, keys, value } of chosen) {
          damaged.set(path, record.parse(withValue(documents.get(path), keys, value)));
        }
        await replaceAll(damaged);
        const paths = chosen.map(({ path }) => path);
        // Otherwise, jokes would be read from the snapshot.
        if (!paths.includes('catalog/root'))
          await db().doc('catalog/root').update({ snapshot: null });
        await restart();
        expect(await failures(paths, aChange)).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});
