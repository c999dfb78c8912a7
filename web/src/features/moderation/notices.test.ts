import { expect, test } from 'vitest';
import { noticeOf, undoNotice } from './notices.ts';
import type { DecisionResult } from './outbox.ts';

const AUDIT_ID = 'AbCdEfGhIjKlMnOpQrSt';

/** Results for the ids 1, 2, …: changed, unchanged or failed. */
function results(...outcomes: ('changed' | 'unchanged' | 'failed')[]): DecisionResult[] {
  const result = (outcome: string, index: number) => ({
    joke_id: index + 1,
    status: 'approved' as const,
    audit_id: outcome === 'changed' ? AUDIT_ID : null,
    made: outcome === 'changed',
    ...(outcome === 'failed' && { error: 'Another moderator already approved it.' }),
  });
  return outcomes.map(result);
}

test.each([
  [results('changed'), 'done', 'Approved fact no. 1.'],
  [results('unchanged'), 'done', 'Fact no. 1 is already approved.'],
  [results('failed'), 'failed', 'Error: Another moderator already approved it.'],
  [results('failed', 'failed'), 'failed', 'Approved 0 facts. 2 failed: see their rows.'],
  [results('changed', 'changed'), 'done', 'Approved 2 facts.'],
  [results('changed', 'unchanged'), 'done', 'Approved 1 fact. 1 already was.'],
  [
    results('changed', 'unchanged', 'unchanged', 'failed', 'failed'),
    'failed',
    'Approved 1 fact. 2 already were. 2 failed: see their rows.',
  ],
])('decisions are summed up: %#', (answer, tone, text) => {
  expect(noticeOf('approve', answer)).toEqual({ tone, text });
});

const decided = [7, 8, 9].map((joke_id) => ({ joke_id }));

test.each([
  [1, ['Undone.'], 'done', 'Undone.'],
  [1, [undefined], 'failed', 'Fact no. 7 changed, so the decision can’t be undone.'],
  [3, ['1', '2', '3'], 'done', 'Undid 3 of 3 decisions.'],
  [3, ['1', undefined, '3'], 'failed', 'Undid 2 of 3 decisions. 1 can’t be undone: see its row.'],
])('undone decisions are summed up: %#', (count, texts, tone, text) => {
  expect(undoNotice(decided.slice(0, count), texts)).toEqual({ tone, text });
});
