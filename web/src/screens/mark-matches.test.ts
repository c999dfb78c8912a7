import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { needleOf, searchForm, wordsOf } from 'functions/domain';
import { markMatches } from './mark-matches.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        ...`Don’t kick KICKED Straße ﬁre a\u0308 ärger 蹴り ガス القمر - “ \u200F 👩‍🚀 ς Σ İ 한국 chuck`.split(
          ' ',
        ),
        ' ',
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join('')),
);

/** Marks what a query matches with brackets. */
const marked = (text: string, query: string) =>
  markMatches(text, wordsOf(query))
    .map(({ text: piece, marked }) => (marked ? `[${piece}]` : piece))
    .join('');

test.each([
  ['He roundhouse-kicked it.', 'kick', 'He roundhouse-[kick]ed it.'],
  ['The restaurant is open.', 'ant', 'The restaurant is open.'],
  ['Don’t. “DON’T!”', `don't`, '[Don’t]. “[DON’T]!”'],
  ['A Äpfel A\u0308pfel', 'apfel', 'A [Äpfel] [A\u0308pfel]'],
  ['kick kicked', 'kick kicked', '[kick] [kicked]'],
  ['Straße', 'STRASSE', '[Straße]'],
  ['彼は蹴りで起きる', '蹴り', '彼は[蹴り]で起きる'],
  ['彼はChuckだ', 'chuck', '彼は[Chuck]だ'],
  ['القمر ينتظر', 'قمر', 'ال[قمر] ينتظر'],
  ['Ｃｈｕｃｋ', 'chuck', '[Ｃｈｕｃｋ]'],
  ['او می\u200Cخواهد', 'میخواهد', 'او [می\u200Cخواهد]'],
  ['Kick 🥋🥋 now', '🥋', 'Kick [🥋][🥋] now'],
  ['<b>kick</b>', 'b', '<[b]>kick</[b]>'],
])('in %j, %j is marked as %j', (text, query, expected) => {
  expect(marked(text, query)).toBe(expected);
});

test('the pieces of any text make up the text, and each marked one starts with a word of the query', () => {
  fc.assert(
    fc.property(anyText, anyText, (text, query) => {
      const words = wordsOf(query);
      const pieces = markMatches(text, words);
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
      for (const piece of pieces.filter(({ marked }) => marked)) {
        // A letter such as ß is two folded letters, and is marked as a whole.
        const folded = wordsOf(piece.text).join('');
        expect(words.some((word) => folded.startsWith(word))).toBe(true);
      }
    }),
  );
});

test('a text matches each of its words and marks them; one without marks does not match', () => {
  fc.assert(
    fc.property(anyText, fc.nat(), anyText, (text, at, query) => {
      const words = wordsOf(text);
      const word = words[at % Math.max(words.length, 1)];
      if (word !== undefined) {
        expect(searchForm(text)).toContain(needleOf(word));
        expect(markMatches(text, [word]).some(({ marked }) => marked)).toBe(true);
      }
      const asked = wordsOf(query);
      const matches = asked.some((each) => searchForm(text).includes(needleOf(each)));
      expect(markMatches(text, asked).some(({ marked }) => marked)).toBe(matches);
    }),
  );
});
