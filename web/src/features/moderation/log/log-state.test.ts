import { expect, test } from 'vitest';
import { logFilterOf, queryOf } from './log-state.ts';

const filterOf = (query: string) => logFilterOf(new URLSearchParams(query));

test('a filter is in the URL, and what it does not restrict is not', () => {
  expect(filterOf('')).toEqual({ fact: undefined, action: undefined });
  expect(queryOf(filterOf(''))).toEqual({});
  const filter = { fact: 529, action: 'generate-image' } as const;
  expect(filterOf(new URLSearchParams(queryOf(filter)).toString())).toEqual(filter);
});

test.each(['fact=%23529', 'fact=+529+', 'fact=529&action=explode', 'fact=529&action=toString'])(
  '%s shows all entries about fact no. 529',
  (query) => {
    expect(filterOf(query)).toEqual({ fact: 529, action: undefined });
  },
);

test.each(['fact=0', 'fact=-1', 'fact=1.5', 'fact=roundhouse', 'fact=9999999999'])(
  'in %s there is no number of a fact',
  (query) => {
    expect(filterOf(query).fact).toBeUndefined();
  },
);
