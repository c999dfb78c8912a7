// @module-tag U18
import { describe, expect, test } from 'vitest';
import { broadside, layouts, type Line } from './broadside.ts';

const WIDE = { narrowest: 6, widest: 19, height: 0.44 };
const NARROW = { narrowest: 3.8, widest: 10.5, height: 1.14 };

const FACTS = [
  'You can lead Chuck Norris to salad, but you’ll need more men.',
  'The stunt double quit on his first day with Chuck Norris. It was a talk show.',
  '“Did you save room?” asked the waiter. Chuck Norris had saved the building.',
  'Chuck Norris pocket-dialed Denmark. They agreed to everything.',
  'Testing. Chuck Norris. Testing.',
];

const textOf = (lines: readonly Line[]) => lines.map(({ text }) => text).join(' ');
const redOf = (lines: readonly Line[]) => textOf(lines.filter(({ isRed }) => isRed));
/** The lines of a text in wide windows, and in narrow ones. */
function set(text: string) {
  const wide = broadside(text) ?? [];
  return { wide, narrow: wide.flatMap(({ lines }) => lines) };
}

describe.each(FACTS)('%s', (text) => {
  const { wide, narrow } = set(text);

  test('is set whole, in wide windows and in narrow ones', () => {
    expect([textOf(wide), textOf(narrow)]).toEqual([text, text]);
  });

  test.each([
    ['wide', wide, WIDE],
    ['narrow', narrow, NARROW],
  ] as const)(
    'has lines in %s windows that are neither too wide nor too narrow',
    (_, lines, place) => {
      for (const { em } of lines) expect(em).toBeLessThanOrEqual(place.widest);
      for (const { em } of lines.slice(0, -1)) expect(em).toBeGreaterThanOrEqual(place.narrowest);
      const widths = lines.map(({ em }) => Math.max(em, place.narrowest));
      expect(Math.max(...widths) / Math.min(...widths)).toBeLessThanOrEqual(2.7);
      const height = widths.reduce((sum, width) => sum + 0.98 / width, 0);
      expect(height).toBeLessThanOrEqual(place.height);
    },
  );

  test('is red in at most half of its height, unless a short last line is', () => {
    const heightOf = (lines: readonly Line[]) => lines.reduce((sum, { em }) => sum + 1 / em, 0);
    for (const lines of [wide, narrow]) {
      const red = lines.filter(({ isRed }) => isRed);
      if (red.length > 1) expect(heightOf(red) / heightOf(lines)).toBeLessThanOrEqual(0.5);
    }
  });
});

test.each([
  ['Testing. Chuck Norris. Testing.', 'Testing.'],
  [
    'The stunt double quit on his first day with Chuck Norris. It was a talk show.',
    'It was a talk show.',
  ],
  ['All of Chuck Norris’s movies are in 3-D. Duck.', 'Duck.'],
  ['When Chuck Norris snores, tugboats answer.', 'tugboats answer.'],
  [
    'Umbrella, two stars: “Went out to test it. Storm left.” Signed, C. Norris.',
    'Signed, C. Norris.',
  ],
])('the last sentence of %j, or the last line of a single one, is red', (text, red) => {
  expect(redOf(set(text).wide)).toBe(red);
});

test('a line does not end with a weak word or a first name if another break is as good', () => {
  const { wide } = set('Neighbors return things that Chuck Norris never lent them.');
  expect(wide.map(({ text }) => text)).toEqual([
    'Neighbors return',
    'things that',
    'Chuck Norris',
    'never lent them.',
  ]);
});

test.each([
  ['81 characters', `${'Chuck Norris waits. '.repeat(4)}O.`],
  ['500 characters without a blank', 'x'.repeat(500)],
  ['80 times W', 'W'.repeat(80)],
  ['a script from right to left', 'تشاك نوريس ينتظر'],
  ['emoji', 'Chuck Norris kicked the moon 🌙.'],
  ['a letter that the face lacks', 'Chuck Norris was in İzmir.'],
  ['an accent', 'Piñatas bring Chuck Norris candy.'],
  ['two lines', 'Q: Why?\nA: Chuck Norris.'],
  ['brackets', 'First! (Chuck Norris was second.)'],
  ['nothing', ''],
])('a text with %s is not set as a broadside', (_, text) => {
  expect(broadside(text)).toBeUndefined();
});

test.each([
  ['a single word', 'Unbelievable.'],
  ['only digits', '1234567890 1234567890'],
  ['quotation marks of every style', '"Chuck" ‘Norris’ “waits” and won’t \'explain\'.'],
  ['many short words', 'a '.repeat(30).trim()],
])('a text of %s is set whole', (_, text) => {
  const { wide, narrow } = set(text);
  expect([textOf(wide), textOf(narrow)]).toEqual([text, text]);
});

test('a letter that is two in capitals is as wide as both', () => {
  const [[ss], [sz]] = [layouts('strasse', WIDE)[0] ?? [], layouts('straße', WIDE)[0] ?? []];
  expect(sz?.em).toBe(ss?.em);
});
