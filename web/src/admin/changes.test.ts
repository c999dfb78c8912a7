import { ApiError } from 'functions/contract';
import { expect, test } from 'vitest';
import { approval, newChange, sameOrNew, type SeenJoke } from './changes.ts';
import { retryDelay } from './decide.ts';

const SEEN: SeenJoke = {
  joke_id: 5,
  joke_text: 'Chuck Norris counted to infinity. Twice.',
  status: 'pending',
  text_hash: 'a'.repeat(16),
};
const edit = (joke_text: string) => newChange('edit', [SEEN], { joke_text });

test(
  'an edit that is saved again has the same key, another text or an approval with it a key of its own',
  { tags: 'U15' },
  () => {
    const first = edit('Twice.');
    expect(sameOrNew(undefined, first)).toBe(first);
    expect(sameOrNew(first, edit('Twice.')).key).toBe(first.key);
    expect(sameOrNew(first, edit('Three times.')).key).not.toBe(first.key);
    const approved = approval([SEEN], { joke_text: 'Twice.' });
    expect(sameOrNew(first, approved).key).toBe(approved.key);
  },
);

test(
  'a decision is sent again after a second, then less often, and not before the server wants it',
  { tags: 'U15' },
  () => {
    const unreachable = new ApiError('unavailable', 'No.');
    expect([0, 1, 2, 9].map((failures) => retryDelay(failures, unreachable))).toEqual([
      1_000, 2_000, 4_000, 15_000,
    ]);
    const refused = new ApiError('too_many_requests', 'Too many.', { retryAfter: 60 });
    expect(retryDelay(0, refused)).toBe(60_000);
  },
);
