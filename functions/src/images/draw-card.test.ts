import { describe, expect, test } from 'vitest';
import { drawCard } from './draw-card.ts';

const draw = async (jokeText: string, image?: Uint8Array, jokeId = 42) =>
  Buffer.from(await drawCard({ jokeId, jokeText, host: 'facts.example', image }));

describe('a card', () => {
  test('shows the number large if the face lacks a letter of the text, and never the rest of it', async () => {
    const [thai, korean] = await Promise.all([
      draw('นาฬิกาเดินตามเขา. Chuck Norris waits.'),
      draw('한국어한국어한국어한'),
    ]);
    expect(thai.equals(korean)).toBe(true);
    expect(thai.equals(await draw('ไทยไทยไทยไทย', undefined, 43))).toBe(false);
  });
});
