import type { ChangeReceipt, ModeratedJoke } from 'functions/contract';
import { expect, test } from 'vitest';
import { approval, rejection, undoing, type SeenJoke } from './changes.ts';
import { outcomeOf, pendingText, quote } from './notices.ts';

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

test('of a hundred facts of which five have changed, the notice says how many were approved, and explains three', () => {
  const facts = Array.from({ length: 100 }, (_, index) => joke(index + 1));
  const results = facts.map(({ joke_id }) =>
    joke_id > 95
      ? { joke_id, joke: now(joke_id, 'rejected'), error: 'Already rejected by ada.' }
      : { joke_id, joke: now(joke_id, 'approved') },
  );
  expect(outcomeOf(approval(facts), receipt(results))).toEqual({
    tone: 'failed',
    text:
      'Approved 95 facts. No. 96: Already rejected by ada. No. 97: Already rejected by ada. ' +
      'No. 98: Already rejected by ada. And 2 more.',
  });
});

test('what an undo has left alone is named', () => {
  const undone = receipt([{ joke_id: 5, joke: now(5, 'pending'), left: ['tags', 'safe'] }]);
  expect(outcomeOf(undoing(approval([joke(5)])), undone).text).toBe(
    'Undone in part for fact no. 5. Changed since, so left alone: tags and “not for children”.',
  );
});
