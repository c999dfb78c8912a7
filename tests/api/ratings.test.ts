import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { jokeDocument } from '../../functions/src/catalog/joke.ts';
import { countVotes } from '../../functions/src/catalog/score.ts';
import { quotas } from '../../functions/src/domain/index.ts';
import { cookieOf, type Answer, type Instance } from '../support/api-site.ts';
import { admin } from '../support/api/changes.ts';
import { aJoke } from '../support/api/jokes.ts';
import { useApi } from '../support/api/use-api.ts';
import { setVoterKey } from '../support/api/visitor-steps.ts';
import { CONTENDS, needsEmbedded } from '../support/official-firestore.ts';

const running = useApi([
  aJoke(1),
  aJoke(2, { histogram: [0, 0, 0, 1, 2] }),
  aJoke(3, { status: 'pending' }),
  aJoke(4, { status: 'rejected' }),
]);

interface Ballot {
  joke?: number;
  star?: unknown;
  cookie?: string | undefined;
  network?: string;
  key?: string | undefined;
}

function vote(
  { joke = 1, star = 5, network = '203.0.113.1', ...options }: Ballot,
  api: Instance = running.api,
): Promise<Answer> {
  const body = { joke_id: joke, rating_num: star };
  return api.request('/ratings', { method: 'POST', body, network, ...options });
}

async function newVoter(network = '203.0.113.1'): Promise<string> {
  return cookieOf(await vote({ joke: 2, network }));
}

async function stored(joke: number) {
  const snapshot = await running.api.context.db.doc(`jokes/${joke}`).get();
  const histogram = jokeDocument.shape.histogram.parse(snapshot.get('histogram'));
  return { num_votes: countVotes(histogram), histogram };
}

describe('a visitor', () => {
  test('rates a joke and gets its new rating', async () => {
    const answer = await vote({ joke: 2, star: 1 });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        joke_id: 2,
        num_votes: 4,
        rating: 3.75,
        histogram: [1, 0, 0, 1, 2],
        rating_num: 1,
        user_can_vote: false,
      },
    });
    expect(await stored(2)).toMatchObject({ num_votes: 4, histogram: [1, 0, 0, 1, 2] });
  });

  test('gets a voter id with the first vote, in a cookie that scripts cannot read', async () => {
    const { config } = running.api.context;
    await running.restart({ config: { ...config, onEmulators: false } });
    const { headers } = await vote({});
    const cookies = headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    const [first = '', second = ''] = cookies;
    expect(first).toMatch(
      /^__session=[\w-]{22}\.[\w-]{43}; Max-Age=34560000; Path=\/api\/v1\/ratings; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(second).toBe(first.replace('/ratings', '/reports'));
  });

  test.each([3, 4, 99])(
    'may not rate joke %i, which is not approved or does not exist, and gets no voter id',
    { tags: ['S8', 'X7'] },
    async (joke) => {
      for (const key of [undefined, randomUUID()]) {
        const answer = await vote({ joke, key });
        expect(answer).toMatchObject({ status: 404, body: { detail: expect.any(String) } });
        expect(answer.headers.get('set-cookie')).toBeNull();
      }
      const cookie = await newVoter();
      expect((await vote({ joke, cookie })).status).toBe(404);
    },
  );

  test.each([0, 6, 2.5, '5'])('may not give %j stars', async (star) => {
    expect(await vote({ star })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'rating_num'] }] },
    });
    expect(await stored(1)).toMatchObject({ num_votes: 0 });
  });
});

describe('a voter id', { tags: 'S8' }, () => {
  test.each([
    '',
    'AAAAAAAAAAAAAAAAAAAAAA',
    `AAAAAAAAAAAAAAAAAAAAAA.${'A'.repeat(43)}`,
    '../../jokes/1.x',
  ])(
    'without a valid signature is that of another site: the browser is new: %j',
    async (cookie) => {
      const sent = encodeURIComponent(cookie);
      const request = { method: 'POST', body: { joke_id: 1, rating_num: 5 } };
      const { status, headers } = await running.api.request('/ratings', {
        ...request,
        cookie: sent,
      });
      expect(status).toBe(201);
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(/^__session=[\w-]{22}\.[\w-]{43};.* Path=\/api\/v1\/ratings;/),
        expect.stringMatching(/^__session=[\w-]{22}\.[\w-]{43};.* Path=\/api\/v1\/reports;/),
      ]);
      expect(await stored(1)).toMatchObject({ num_votes: 1 });
    },
  );
});

describe('a vote that is sent again with its Idempotency-Key', { tags: 'S10' }, () => {
  test('by a browser that never got its cookie counts once and sets the same cookie', async () => {
    const key = randomUUID();
    const lost = await vote({ key, star: 4 });
    expect(lost).toMatchObject({ status: 201, body: { rating: 4, num_votes: 1 } });
    await vote({ star: 1 });
    for (const cookie of [undefined, cookieOf(lost)]) {
      running.site.firestore.resetRecords();
      const again = await vote({ key, star: 4, cookie });
      expect(running.site.firestore.totals()).toMatchObject({ reads: 2, writes: 0 });
      expect(again).toMatchObject({ status: 201, body: lost.body });
      if (!cookie) expect(cookieOf(again)).toBe(cookieOf(lost));
    }
    expect(await stored(1)).toEqual({ num_votes: 2, histogram: [1, 0, 0, 1, 0] });
    expect(await vote({ cookie: cookieOf(lost), star: 2 })).toMatchObject({
      status: 400,
      body: { detail: 'You have already rated this joke!' },
    });
    expect(await stored(1)).toMatchObject({ num_votes: 2 });
  });

  test('with other stars gets the first answer, with the stars that count', async () => {
    const key = randomUUID();
    const first = await vote({ key, star: 4 });
    for (const cookie of [cookieOf(first), undefined]) {
      expect(await vote({ key, star: 5, cookie })).toMatchObject({ status: 201, body: first.body });
    }
    expect(await stored(1)).toMatchObject({ num_votes: 1, histogram: [0, 0, 0, 1, 0] });
  });

  test('under the cookie that another vote has brought counts once and keeps that cookie', async () => {
    const key = randomUUID();
    const lost = await vote({ key });
    const cookie = await newVoter();
    running.site.firestore.resetRecords();
    const again = await vote({ key, cookie });
    expect(again).toMatchObject({ status: 201, body: lost.body });
    const { reads, writes } = running.site.firestore.totals();
    expect([reads <= 3, writes]).toEqual([true, 0]);
    expect(await stored(1)).toMatchObject({ num_votes: 1 });
    expect(again.headers.get('set-cookie')).toBeNull();
  });

  test('gets its first response after the joke is rejected, but 404 after it is deleted', async () => {
    const key = randomUUID();
    const lost = await vote({ key });
    await admin(running.api, 'POST', 'reject/1');
    expect(await vote({ key })).toMatchObject({ status: 201, body: lost.body });
    await admin(running.api, 'DELETE', 'delete/1');
    expect((await vote({ key })).status).toBe(404);
  });

  test('while the first one is in progress counts once, on one instance or two', async () => {
    const other = await running.site.start();
    for (const cookie of [undefined, await newVoter()]) {
      const key = randomUUID();
      const before = (await stored(1)).num_votes;
      const answers = await Promise.all(
        [running.api, running.api, other, running.api, other].map((api) =>
          vote({ key, cookie }, api),
        ),
      );
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 201, body: { num_votes: before + 1 } });
        expect(cookie ?? cookieOf(answer)).toBe(cookie ?? cookieOf(answers[0] ?? answer));
      }
      expect(await stored(1)).toMatchObject({ num_votes: before + 1 });
    }
  });
});

describe('behind one network', { tags: 'S8' }, () => {
  beforeEach(() => needsEmbedded(CONTENDS));

  test('30 browsers can all vote', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => vote({})));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 30 }, () => 201));
    expect(await stored(1)).toMatchObject({ num_votes: 30 });
  });

  test('1,000 votes without a cookie are limited to the quota of new voters', async () => {
    const sent = 1_000;
    const answers: Answer[] = [];
    // All at once, they would contend for the joke longer than a vote may take.
    for (let left = sent; left > 0; left -= 50) {
      answers.push(...(await Promise.all(Array.from({ length: 50 }, () => vote({})))));
    }
    const counted = answers.filter((answer) => answer.status === 201);
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused).toHaveLength(sent - quotas.newVoters.network);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    // On a busy computer, some of the others get 503.
    expect(await stored(1)).toMatchObject({ num_votes: counted.length });
    expect((await vote({ network: '198.51.100.2' })).status).toBe(201);
  });

  test('40 browsers can rate 15 jokes each in an hour; then the network has no votes left, with a cookie or without', async () => {
    const jokes = Array.from({ length: 16 }, (_, index) => index + 1);
    await running.refill(jokes.map((id) => aJoke(id)));
    const [first = 0, ...others] = jokes.slice(0, 15);
    let cookie = '';
    for (let browser = 0; browser < quotas.votes.network / 15; browser += 1) {
      const answer = await vote({ joke: first });
      cookie = cookieOf(answer);
      const answers = await Promise.all(others.map((joke) => vote({ joke, cookie })));
      expect([answer, ...answers].filter(({ status }) => status !== 201)).toEqual([]);
    }
    running.site.firestore.resetRecords();
    for (const each of [{ joke: 16, cookie }, { joke: 1, cookie }, { joke: 16 }]) {
      const refused = await vote(each);
      expect(refused).toMatchObject({ status: 429, body: { detail: expect.any(String) } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    }
    expect(running.site.firestore.totals()).toMatchObject({ reads: 0, writes: 0 });
    expect((await vote({ joke: 16, cookie, network: '198.51.100.2' })).status).toBe(201);
  });
});

test(
  '100 simultaneous votes on one joke are each counted once, or get 503 and are counted when they are sent again',
  { tags: 'S10' },
  async () => {
    needsEmbedded(CONTENDS);
    const cookies = await Promise.all(
      Array.from({ length: 100 }, (_, index) => newVoter(`10.0.0.${index}`)),
    );
    const votes = cookies.map((cookie, index) => {
      return { cookie, key: randomUUID(), star: (index % 5) + 1 };
    });
    let left = votes;
    while (left.length > 0) {
      const answers = await Promise.all(left.map((each) => vote(each)));
      const statuses = new Set(answers.map(({ status }) => status));
      expect([...statuses].filter((status) => ![201, 503].includes(status))).toEqual([]);
      expect(statuses).toContain(201);
      left = left.filter((_, index) => answers[index]?.status === 503);
    }
    expect(await stored(1)).toEqual({ num_votes: 100, histogram: [20, 20, 20, 20, 20] });
  },
);

test('votes of one network, an IPv4 /24 or an IPv6 /32, count as hardly more than one; people still see all of them', async () => {
  // With one random key of 256, both networks are in the same group.
  await setVoterKey(running.api.context);
  for (const at of [1, 2, 3, 4, 5]) {
    await vote({ network: `203.0.113.${at}` });
    await vote({ network: `2001:db8:${at}::1` });
  }
  expect(await stored(1)).toMatchObject({ num_votes: 10 });
  const joke = await running.api.context.db.doc('jokes/1').get();
  const counted = 2 * (1 + Math.SQRT2 / 3);
  expect(joke.get('weighted')).toEqual({ votes: counted, stars: 5 * counted });
});
