// @module-tag U15
import type { ChangeReceipt, LoggedChange, ModeratedJoke } from 'functions/contract';
import { expect, test } from 'vitest';
import { approval, keepingOne, rejection, undoing, type SeenJoke } from './changes.ts';
import { loggedText, quote } from './actions.ts';
import { outcomeOf, pendingText } from './notices.ts';

const joke = (joke_id: number) =>
  ({
    joke_id,
    joke_text: 'Chuck Norris counted to infinity, twice, and then once more.',
    status: 'pending',
    text_hash: 'a'.repeat(16),
  }) satisfies SeenJoke;

const now = (joke_id: number, status: ModeratedJoke['status']): ModeratedJoke => ({
  ...joke(joke_id),
  status,
  tags: [],
  safe: true,
  tagged: false,
});

const receipt = (results: ChangeReceipt['results']): ChangeReceipt => ({
  change_id: 'c'.repeat(20),
  results,
  totals: { approved: 0, pending: 0, rejected: 0 },
});

test('a decision is confirmed with the first words of its fact, or the number of facts', () => {
  expect(pendingText(approval([joke(5)]))).toBe(
    'Approved fact no. 5. “Chuck Norris counted to infinity, twice…”',
  );
  expect(pendingText(rejection([joke(5)], 'unclear'))).toBe(
    'Rejected fact no. 5. Unclear: “Chuck Norris counted to infinity, twice…”',
  );
  expect(pendingText(rejection([joke(5), joke(6)], 'unclear'))).toBe('Rejected 2 facts.');
  expect(pendingText(undoing(approval([joke(5)])))).toBe('Undoing fact no. 5…');
  expect(quote('He said "no".')).toBe('“He said ‘no’.”');
});

test('of a hundred facts of which five have changed, the notice says how many were approved, and in one line why the others were not', () => {
  const facts = Array.from({ length: 100 }, (_, index) => joke(index + 1));
  const results = facts.map(({ joke_id }) =>
    joke_id > 95
      ? {
          joke_id,
          joke: now(joke_id, 'rejected'),
          error: `Already rejected by ${joke_id > 96 ? 'ada' : 'bob'}.`,
        }
      : { joke_id, joke: now(joke_id, 'approved') },
  );
  expect(outcomeOf(approval(facts), receipt(results))).toEqual({
    tone: 'failed',
    text: 'Approved 95 facts. No. 96: Already rejected by bob. 4 facts: Already rejected by ada.',
  });
});

test('what an undo has left alone is named', () => {
  const undone = receipt([{ joke_id: 5, joke: now(5, 'pending'), left: ['tags', 'safe'] }]);
  expect(outcomeOf(undoing(approval([joke(5)])), undone).text).toBe(
    'Undone in part for fact no. 5. Changed since, so left alone: tags and “not for children”.',
  );
});

const logged = (
  action: LoggedChange['action'],
  ...items: Omit<LoggedChange['items'][number], 'joke_text'>[]
): string =>
  loggedText({
    change_id: 'c'.repeat(20),
    at: '2026-11-28T12:00:00.000Z',
    actor: { provider: 'password', username: 'ada' },
    action,
    reason: null,
    item_count: items.length,
    items: items.map((item) => ({ joke_text: '', ...item })),
    undoes: null,
    can_undo: true,
  });

test('a decision about duplicates says which one was kept, and the log says what an undo has undone', () => {
  expect(pendingText(keepingOne(joke(5), [joke(6), joke(7)]))).toBe(
    'Kept fact no. 5, rejected no. 6, 7 as its duplicates.',
  );
  const was = (before: object, after: object) => ({ joke_id: 5, before, after });
  const [approved, rejected] = [{ status: 'approved' }, { status: 'rejected' }];
  const pending = { status: 'pending' };
  expect([
    logged('keep-one', was(pending, approved), was(pending, rejected)),
    logged('undo', was(approved, pending)),
    logged('undo', was(rejected, pending)),
    logged('undo', was({ status: 'deleted' }, rejected)),
    logged('undo', was({ joke_text: 'a' }, { joke_text: 'b' })),
    logged('undo', was({ has_image: true }, { has_image: false })),
    logged('undo', was({ tags: [] }, { tags: ['food'] })),
    logged('undo', was({ reports: null }, { reports: {} })),
  ]).toEqual([
    'Kept no. 5 of',
    'Undid the approval of',
    'Undid the rejection of',
    'Restored',
    'Undid an edit of',
    'Undid the image of',
    'Undid the tags of',
    'Undid the dismissed reports of',
  ]);
});
