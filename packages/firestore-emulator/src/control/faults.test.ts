import { expect, test } from 'vitest';
import { Faults, parseFault } from './faults.ts';

const before = { code: 14, when: 'before' } as const;

test('a fault hits the nth matching call and as many calls as given', () => {
  const faults = new Faults();
  faults.inject({ ...before, rpc: 'Commit', nth: 2, times: 2 });
  const hits = ['Commit', 'RunQuery', 'Commit', 'Commit', 'Commit'].map(
    (rpc) => faults.next(rpc) !== null,
  );
  expect(hits).toEqual([false, false, true, true, false]);
});

test('a fault without an end lasts until it is cleared', () => {
  const faults = new Faults();
  faults.inject({ ...before, times: Infinity });
  expect([1, 2, 3].map(() => faults.next('Commit')?.code)).toEqual([14, 14, 14]);
  faults.clear();
  expect(faults.next('Commit')).toBeNull();
});

test('a call counts for all faults, and the one injected first applies', () => {
  const faults = new Faults();
  faults.inject({ ...before, code: 10 });
  faults.inject({ ...before, code: 14, nth: 2 });
  expect([1, 2, 3].map(() => faults.next('Commit')?.code)).toEqual([10, 14, undefined]);
});

test('a fault in JSON may last forever', () => {
  expect(parseFault({ ...before, times: 'Infinity' })).toEqual({ ...before, times: Infinity });
});

test.each([
  null,
  {},
  { code: 14 },
  { ...before, when: 'later' },
  { ...before, nth: '1' },
  { ...before, more: 1 },
])('%j is refused as a fault', (json) => {
  expect(() => parseFault(json)).toThrow();
});

test.each([{ nth: 0 }, { times: 1.5 }, { code: 0 }, { code: 17 }])(
  'a fault with %j makes no sense',
  (part) => {
    expect(() => new Faults().inject({ ...before, ...part })).toThrow('must be');
  },
);
