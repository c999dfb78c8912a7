import { expect, test } from 'vitest';
import * as z from 'zod';
import { useOwnWords } from './input-problems.ts';

useOwnWords();

test.each([
  [z.strictObject({}), [], 'Must be an object'],
  [z.strictObject({}), { later: 1 }, 'There is no field later'],
  [z.object({ text: z.string() }), {}, 'Is missing'],
  [z.array(z.string()).max(1), ['a', 'b'], 'Must have at most 1 entries'],
  [z.string().min(2), 'a', 'Must have at least 2 characters'],
  [z.number().min(1), 0, 'Must be at least 1'],
  [z.int(), 0.5, 'Must be a whole number'],
  [z.enum(['one', 'two']), 'three', 'Must be one or two'],
  [z.union([z.int(), z.boolean()]), 'a', 'Is not valid'],
  [z.string('Must be a name'), 1, 'Must be a name'],
])('a problem is described in the site’s words: %#', (schema, input, message) => {
  expect(schema.safeParse(input).error?.issues.map((issue) => issue.message)).toEqual([message]);
});
