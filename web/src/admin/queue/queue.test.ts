import { afterEach, expect, test } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { signInAdmin, signOut } from '../../stores/session.ts';
import { useAdministrator } from '../../testing/administrator.ts';
import { exampleJoke } from '../../testing/jokes.ts';
import { approval, keepingOne, undoing, type Entry, type Progress } from '../changes.ts';
import { useDecisions, type Decisions } from '../decisions.ts';
import { queuePages, type PendingEntry } from '../moderation-queries.ts';
import {
  avoidOthers,
  hasMore,
  leftOf,
  showAgain,
  skip,
  skippedFacts,
  useQueue,
  viewOf,
  wasLate,
} from './queue.ts';

const HASH = 'a'.repeat(16);
/** A pending fact that was asked for at a time. */
const entry = (joke_id: number, askedAt = 0): PendingEntry => ({
  joke: { ...exampleJoke({ joke_id, status: 'pending' }), text_hash: HASH, tagged: false },
  submitted_at: '2026-11-01T00:00:00.000Z',
  similar: [],
  hint: { on_topic: true, offensive: false, spam: false, reason: '', tags: [], safe: true },
  from: 'oldest',
  askedAt,
});
const pageOf = (...entries: PendingEntry[]) => ({ entries, total: entries.length, next: null });
const decisionsOf = (...entries: Entry[]): Decisions => ({ account: 'chuck', entries, lost: null });

/** The approval of a fact, and how far it has come. */
const approved = (joke_id: number, progress: Progress = { is: 'waiting' }): Entry => ({
  decision: approval([entry(joke_id).joke]),
  progress,
});
const answered = (joke_id: number, at: number): Entry => {
  const joke = {
    ...entry(joke_id).joke,
    status: 'approved',
    text_hash: HASH,
    tagged: false,
  } as const;
  const totals = { approved: 1, pending: 0, rejected: 0 };
  const receipt = { change_id: 'c'.repeat(20), results: [{ joke_id, joke }], totals };
  return approved(joke_id, { is: 'answered', at, receipt });
};

/** The number of the fact that is shown. */
function look(entries: PendingEntry[], decisions = decisionsOf()): number | undefined {
  const state = useQueue.getState();
  const { shown, current } = viewOf([pageOf(...entries)], state, skippedFacts.latest(), decisions);
  useQueue.setState({ shown });
  return current?.joke.joke_id;
}

useAdministrator();
afterEach(() => useDecisions.setState(useDecisions.getInitialState(), true));

test(
  'next is the first fact that was neither decided nor skipped, and the skipped ones last a reload',
  { tags: 'U15' },
  () => {
    const facts = [entry(1), entry(2), entry(3)];
    expect(look(facts)).toBe(1);
    expect(look(facts, decisionsOf(approved(1)))).toBe(2);
    skip(entry(2));
    expect(look(facts, decisionsOf(approved(1)))).toBe(3);
    expect(JSON.parse(sessionStorage.getItem('skippedFacts') ?? '')).toEqual({
      account: 'chuck',
      ids: [2],
    });
    expect(look([entry(2), entry(3)])).toBe(3);
  },
);

test(
  'the fact on the screen stays, also when the end of the queue changes, until it is decided',
  { tags: 'U15' },
  () => {
    expect(look([entry(1), entry(2)])).toBe(1);
    expect(look([entry(9), entry(8)])).toBe(1);
    expect(look([entry(9), entry(8)], decisionsOf(approved(1)))).toBe(9);
  },
);

test(
  'a page that was asked for before the answer to a decision does not bring its fact back, a later one does',
  { tags: 'U15' },
  () => {
    const decisions = decisionsOf(answered(1, 100));
    expect(look([entry(1, 99), entry(2)], decisions)).toBe(2);
    skip(entry(2));
    expect(look([entry(1, 101), entry(2)], decisions)).toBe(1);
  },
);

test(
  'an undo returns to the fact at which the decision was made, skipped or not',
  { tags: 'U15' },
  () => {
    expect(look([entry(1), entry(2)])).toBe(1);
    skip(entry(1));
    expect(look([entry(1), entry(2)])).toBe(2);
    showAgain(entry(1));
    expect([look([entry(2)]), skippedFacts.latest().ids]).toEqual([1, []]);
  },
);

test('the skipped facts and the place are an account’s own', { tags: ['U15', 'S7'] }, () => {
  skip(entry(1));
  useQueue.setState({ from: 'newest' });
  signInAdmin('secret', 'chuck');
  expect(skippedFacts.latest().ids).toEqual([1]);
  signInAdmin('other', 'ada');
  expect([skippedFacts.latest(), useQueue.getState().from]).toEqual([
    { account: 'ada', ids: [] },
    'oldest',
  ]);
  skip(entry(1));
  signOut();
  expect(sessionStorage.getItem('skippedFacts')).toBeNull();
});

test(
  'after a refusal because another moderator was faster, the other end is next, whatever was loaded of it',
  { tags: 'U15' },
  () => {
    const client = createQueryClient();
    client.setQueryData(queuePages('newest').queryKey, { pages: [], pageParams: [] });
    const late = (status: 'rejected' | 'pending'): Progress => ({
      is: 'refused',
      at: 0,
      why: 'Error: No.',
      results: [
        {
          joke_id: 1,
          joke: { ...entry(1).joke, status, text_hash: HASH, tagged: false },
          error: 'No.',
        },
      ],
    });
    expect([wasLate(late('rejected'), 1), wasLate(late('rejected'), 2)]).toEqual([true, false]);
    expect(wasLate(late('pending'), 1)).toBe(false);
    avoidOthers(client, 'oldest');
    expect(useQueue.getState().from).toBe('newest');
    expect(client.getQueryData(queuePages('newest').queryKey)).toBeUndefined();
    // A refusal from the end before says nothing about this one, whose facts stay.
    client.setQueryData(queuePages('newest').queryKey, { pages: [], pageParams: [] });
    avoidOthers(client, 'oldest');
    expect(useQueue.getState().from).toBe('newest');
    expect(client.getQueryData(queuePages('newest').queryKey)).toBeDefined();
    avoidOthers(client, 'newest');
    expect(useQueue.getState().from).toBe('oldest');
  },
);

test(
  'what is left is what the server said less the unsent decisions and the skipped facts',
  { tags: 'U15' },
  () => {
    const kept = keepingOne(entry(2).joke, [entry(3).joke]);
    const undone = undoing(approval([entry(4).joke]));
    const unsent = decisionsOf(
      approved(1),
      { decision: kept, progress: { is: 'sent' } },
      { decision: undone, progress: { is: 'waiting' } },
    );
    skip(entry(5));
    expect(leftOf(10, skippedFacts.latest(), unsent)).toBe(7);
    // Until they are answered, the end may not be the end.
    expect([hasMore(7, unsent), hasMore(7, decisionsOf()), hasMore(0, decisionsOf())]).toEqual([
      false,
      true,
      false,
    ]);
  },
);
