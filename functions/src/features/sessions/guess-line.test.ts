// @module-tag X6
import { describe, expect, test } from 'vitest';
import { endOfLine, PERIOD_MS, takeTurn, TURNS_PER_PERIOD, type Turn } from './guess-line.ts';

const HOUR_MS = 60 * 60 * 1_000;
const START = Date.UTC(2026, 0, 1);
/** The time per guess at the allowed rate. */
const SHARE_MS = PERIOD_MS / TURNS_PER_PERIOD;

/** A line, and how many guesses each network made, all within one day. */
function openLine() {
  let line: Turn[] = [];
  const guesses = new Map<string, number>();
  return {
    guesses,
    longest: () => line.length,
    ask(network: string, now: number): number {
      const before = guesses.get(network) ?? 0;
      const place = takeTurn(line, network, before, now);
      line = place.line;
      if (place.waitMs === 0) guesses.set(network, before + 1);
      return place.waitMs;
    },
  };
}

/** Lets this many guessers ask for a turn every minute until the given time. */
function guessUntil(line: ReturnType<typeof openLine>, guessers: number, from: number, to: number) {
  for (let now = from; now <= to; now += 60_000) {
    for (let guesser = 0; guesser < guessers; guesser += 1) line.ask(`guesser ${guesser}`, now);
  }
}

describe('while 100 networks guess without a break', () => {
  test.each([0, 1, 60, 6 * 60, 12 * 60])(
    'one that arrives after %i minutes gets its turn at the announced time, at most 75 s per guesser',
    (minutes) => {
      const line = openLine();
      const now = START + minutes * 60 * 1_000;
      guessUntil(line, 100, START, now);
      const waitMs = line.ask('owner', now);
      expect(waitMs).toBeLessThanOrEqual(101 * SHARE_MS + PERIOD_MS);
      // Once the guessers are no longer new, it gets one of the turns that are left for new networks.
      if (minutes >= 12 * 60) expect(waitMs).toBeLessThanOrEqual(2 * PERIOD_MS);
      guessUntil(line, 100, now, now + waitMs);
      expect(line.ask('owner', now + waitMs)).toBe(0);
    },
  );

  test('they make fewer than 900 guesses a day in total', () => {
    const line = openLine();
    guessUntil(line, 100, START, START + 24 * HOUR_MS);
    const all = [...line.guesses.values()].reduce((sum, count) => sum + count, 0);
    expect(all).toBeLessThan(900);
  });

  test('a turn that is not taken in its period or the next one is lost', () => {
    const line = openLine();
    guessUntil(line, 100, START, START);
    const waitMs = line.ask('owner', START);
    const [last, late] = [waitMs + 2 * PERIOD_MS - 1, waitMs + 2 * PERIOD_MS];
    guessUntil(line, 100, START, START + waitMs);
    expect(openLine().ask('owner', START + last)).toBe(0);
    expect(line.ask('owner', START + late)).toBeGreaterThan(0);
  });
});

test('a line has at most 500 turns, and ends when the last one lapses', () => {
  const line = openLine();
  for (let network = 0; network < 2_000; network += 1) line.ask(`network ${network}`, START);
  expect(line.longest()).toBe(500);
  expect(line.ask('one more', START)).toBe(PERIOD_MS);
  expect(endOfLine([{ network: 'x', period: 0, used: false }])).toBe(2 * PERIOD_MS);
});
