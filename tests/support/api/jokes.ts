import { DAY_MS } from '../../../functions/src/domain/index.ts';
import type { SeedJoke } from '../../../local/seed/index.ts';

const FIRST_DAY = Date.UTC(2020, 0, 1);

/** A joke for a test. By default, it is approved and has no votes. */
export function aJoke(joke_id: number, differing: Partial<SeedJoke> = {}): SeedJoke {
  const created_at = new Date(FIRST_DAY + joke_id * DAY_MS);
  const status = differing.status ?? 'approved';
  return {
    joke_id,
    joke_text: `Chuck Norris knows fact number ${joke_id} by heart.`,
    status,
    histogram: [0, 0, 0, 0, 0],
    created_at,
    approved_at: status === 'approved' ? new Date(created_at.getTime() + DAY_MS) : null,
    ...differing,
  };
}

/** `count` jokes with ids from 1; every seventh is pending, every eleventh rejected. */
export function someJokes(count: number): SeedJoke[] {
  return Array.from({ length: count }, (_, index) => {
    const id = index + 1;
    if (id % 7 === 0) return aJoke(id, { status: 'pending' });
    if (id % 11 === 0) return aJoke(id, { status: 'rejected' });
    return aJoke(id);
  });
}
