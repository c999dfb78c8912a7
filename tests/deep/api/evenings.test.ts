import { onlineManager } from '@tanstack/react-query';
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  integer,
  oneof,
  record,
  type Arbitrary,
} from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import {
  ApiError,
  jokeStatus,
  type ChangeRequest,
  type JokeStatus,
} from '../../../functions/src/contract/index.ts';
import type { SeedJoke } from '../../../local/seed/index.ts';
import { MemoryStorage } from '../../../web/src/testing/memory-storage.ts';
import { ADMIN_BEARER } from '../../support/api-site.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useApi } from '../../support/api/use-api.ts';
import { generateJokes } from '../../support/generated-jokes.ts';
import { openTab, type Tab } from '../../support/moderator-tab.ts';

/** The token of the moderator's session; earlier ones have ended. */
let session = 0;
const token = () => `session-${session}`;
const running = useApi([], {
  identify: (bearer) =>
    bearer === token() || bearer === ADMIN_BEARER
      ? Promise.resolve({ kind: 'admin', provider: 'password', username: 'test', session: bearer })
      : Promise.reject(new ApiError('unauthenticated', 'Your session has ended.')),
});

const TEXTS = Array.from(generateJokes({ count: 400 }), ({ joke_text }) => joke_text);

/** Pending facts, numbered from 1. The first are pairs of which the second repeats the first. */
function pendingFacts(count: number, pairs: number): SeedJoke[] {
  return Array.from({ length: count }, (_, at) => {
    const isTwin = at < 2 * pairs && at % 2 === 1;
    const text = TEXTS[isTwin ? at - 1 : at] ?? '';
    return aJoke(at + 1, { status: 'pending', joke_text: isTwin ? `${text} Indeed.` : text });
  });
}

const stored = z.object({ status: jokeStatus });

async function statuses(): Promise<Map<number, JokeStatus>> {
  const { docs } = await running.api.context.db.collection('jokes').get();
  return new Map(docs.map((each) => [Number(each.id), stored.parse(each.data()).status]));
}

const otherChanges = (action: ChangeRequest['action'], joke_id: number, patch: object) =>
  running.api.request('/admin/changes', {
    method: 'POST',
    bearer: ADMIN_BEARER,
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { action, items: [{ joke_id, patch }] },
  });

const { fetch } = globalThis;
/** The connection: whether there is one, how many answers to decisions get lost, and the last answer. */
const connection = { isOnline: true, losses: 0, last: Promise.resolve<unknown>(undefined) };

function connect(isOnline: boolean): void {
  connection.isOnline = isOnline;
  onlineManager.setOnline(isOnline);
}

async function fetchOverConnection(...request: Parameters<typeof fetch>): Promise<Response> {
  const isOfTab = String(new Headers(request[1]?.headers).get('authorization')).includes(
    'session-',
  );
  if (isOfTab && !connection.isOnline) throw new TypeError('Failed to fetch');
  const answer = fetch(...request);
  connection.last = answer;
  const response = await answer;
  if (!isOfTab || request[1]?.method === 'GET' || connection.losses === 0) return response;
  connection.losses -= 1;
  throw new TypeError('Failed to fetch');
}

afterEach(() => {
  vi.unstubAllGlobals();
  connect(true);
});

/** Opens the queue in a tab that signs in again whenever it is asked. */
async function openQueue(storage: MemoryStorage): Promise<Tab> {
  vi.stubGlobal('fetch', fetchOverConnection);
  const tab = await openTab(running.api.url, token(), storage);
  tab.useSession.subscribe(({ is }) => {
    if (is === 'ended') queueMicrotask(() => tab.signInAdmin(token(), 'test'));
  });
  return tab;
}

/** Whether a decision of the tab about a fact stands: it was not refused, and not undone. */
function stands({ useDecisions }: Tab, id: number): boolean {
  const { entries } = useDecisions.getState();
  const undone = entries.flatMap(({ decision, progress }) =>
    progress.is === 'refused' ? [] : (decision.undoes ?? []),
  );
  return entries.some(({ decision, progress }) => {
    if (decision.undoes !== undefined || undone.includes(decision.key)) return false;
    const item = decision.items.find(({ joke_id }) => joke_id === id);
    if (item?.patch.status === undefined || progress.is === 'refused') return false;
    const results = progress.is === 'answered' ? progress.receipt?.results : undefined;
    return results?.find(({ joke_id }) => joke_id === id)?.error === undefined;
  });
}

/** What happens on an evening, the frequent things several times. */
const EVENTS = [
  ...(['approve', 'approve', 'approve', 'reject', 'keep', 'skip', 'edit'] as const),
  ...(['undo', 'undo', 'undo twice', 'answers come', 'answers come'] as const),
  ...(['connection', 'reload', 'session ends', 'lost answer'] as const),
  ...(['other decides', 'other is faster', 'other edits'] as const),
];

const evening = record({
  count: oneof(...[60, 60, 60, 400].map((max) => integer({ min: 1, max }))),
  pairs: integer({ min: 0, max: 8 }),
  events: array(constantFrom(...EVENTS), { minLength: 10, maxLength: 80, size: 'max' }),
});
type Evening = typeof evening extends Arbitrary<infer Value> ? Value : never;

async function spendEvening({ count, pairs, events }: Evening): Promise<void> {
  await running.refill(pendingFacts(count, pairs));
  const storage = new MemoryStorage();
  let tab = await openQueue(storage);
  let shown: number | undefined;
  /** what another moderator has changed */
  const touched = new Set<number>();
  /** Has every fact that is shown been shown rightly? */
  const look = async () => {
    const view = await tab.look();
    const id = view.current?.joke.joke_id;
    if (id !== undefined && id !== shown) {
      expect([id, stands(tab, id)]).toEqual([id, false]);
      expect(tab.skippedFacts.latest().ids).not.toContain(id);
    }
    shown = id;
    return view;
  };
  const decided = () => {
    shown = undefined;
  };

  async function happen(name: (typeof EVENTS)[number]): Promise<void> {
    const { current } = await look();
    const joke = current?.joke;
    if (name === 'undo' || name === 'undo twice') {
      tab.undo();
      if (name === 'undo twice') tab.undo();
      decided();
    } else if (name === 'connection') connect(!connection.isOnline);
    else if (name === 'lost answer') connection.losses = 1;
    else if (name === 'session ends') session += 1;
    else if (name === 'answers come') await (connection.isOnline && tab.settle());
    else if (name === 'reload') {
      // What was sent is carried out.
      tab.dropDecisions();
      await connection.last;
      connect(true);
      tab = await openQueue(storage);
      decided();
    } else if (name === 'other decides') {
      const id = 1 + (Math.floor((count * (shown ?? 1)) / 7) % count);
      if (stands(tab, id)) return;
      touched.add(id);
      await otherChanges('reject', id, { status: 'rejected' });
    } else if (!joke || !current) return;
    else if (name === 'approve') {
      void tab.decide(tab.approval([joke]));
      decided();
    } else if (name === 'reject') {
      void tab.decide(tab.rejection([joke], 'unclear'));
      decided();
    } else if (name === 'skip') {
      tab.skip(current);
      decided();
    } else if (name === 'keep') {
      const { original, pending } = tab.sortSimilar(current.similar);
      if (original || pending.length === 0) return;
      void tab.decide(tab.keepingOne(joke, pending));
      decided();
    } else if (name === 'edit' && connection.isOnline) {
      const joke_text = `Chuck Norris has written this about fact no. ${joke.joke_id}.`;
      await tab.decide(tab.newChange('edit', [joke], { joke_text }));
    } else if (name === 'other is faster') {
      touched.add(joke.joke_id);
      await otherChanges('reject', joke.joke_id, { status: 'rejected' });
    } else if (name === 'other edits') {
      const joke_text = `Somebody else has written this about fact no. ${joke.joke_id}.`;
      await otherChanges('edit', joke.joke_id, { joke_text });
    }
  }
  for (const name of events) await happen(name);

  // The rest is approved, the skipped facts last.
  connect(true);
  for (;;) {
    const { current, isEnd } = await look();
    if (current) {
      await tab.decide(tab.approval([current.joke]));
      decided();
    } else if (isEnd) {
      await tab.settle();
      // What was refused may be pending still.
      if ((await look()).current) continue;
      if (tab.skippedFacts.latest().ids.length === 0) break;
      tab.beginAgain(tab.client);
    }
  }
  const now = await statuses();
  expect([...now].filter(([, status]) => status === 'pending')).toEqual([]);
  const told = new Map(
    tab.useDecisions.getState().entries.flatMap(({ progress }) => {
      const results = progress.is === 'answered' ? progress.receipt?.results : [];
      return (results ?? []).map(({ joke_id, joke }) => [joke_id, joke?.status] as const);
    }),
  );
  for (const [id, status] of told)
    if (!touched.has(id)) expect([id, status]).toEqual([id, now.get(id)]);
}

test(
  'on random evenings each pending fact is shown once, none is passed over, and what is stored is what the screen said',
  { tags: ['U15', 'S24'] },
  () =>
    assert(asyncProperty(evening, spendEvening), { numRuns: 25, interruptAfterTimeLimit: 300_000 }),
);

test(
  'two moderators at once meet in the middle of 335 facts: at most 10 refusals, and 0.6 of the time that one needs',
  { tags: ['U15', 'S24'] },
  async () => {
    await running.refill(pendingFacts(335, 50));
    const tabs = [
      await openTab(running.api.url, token()),
      await openTab(running.api.url, ADMIN_BEARER),
    ];
    let rounds = 0;
    /** Decides about the next fact. Returns whether there was one. */
    const decideNext = async (tab: Tab): Promise<boolean> => {
      const { current } = await tab.look();
      if (current) await tab.decide(tab.approval([current.joke]));
      return current !== undefined;
    };
    while ((await Promise.all(tabs.map(decideNext))).includes(true)) rounds += 1;
    const ends = tabs.flatMap(({ useDecisions }) => useDecisions.getState().entries);
    const refusals = ends.filter(({ progress }) => progress.is === 'refused').length;
    expect(new Set((await statuses()).values())).toEqual(new Set(['approved']));
    expect(refusals).toBeLessThanOrEqual(10);
    expect(rounds).toBeLessThanOrEqual(0.6 * 335);
  },
);
