import { expect, test } from 'vitest';
import { hintAbout } from '../functions/src/moderation/hints.ts';
import labeled from './data/review-set.json' with { type: 'json' };

const texts = labeled.flatMap(({ texts, ...expected }) =>
  texts.map((text) => ({ text, expected })),
);

test.each([
  ['on_topic', 0.9],
  ['offensive', 0.85],
  ['spam', 0.95],
] as const)(
  'the word list is right about %s for enough of the labeled texts',
  async (label, share) => {
    expect(texts.length).toBeGreaterThanOrEqual(110);
    const wrong: string[] = [];
    for (const { text, expected } of texts) {
      if ((await hintAbout(text))[label] !== expected[label]) wrong.push(text);
    }
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual((1 - share) * texts.length);
  },
);
