// @module-tag X6
import { describe, expect, test } from 'vitest';
import { endOfLine, PERIOD_MS, takeTurn, TURNS_PER_PERIOD, type Turn } from './guess-line.ts';

const HOUR_MS = 60 * 60 * 1_000;
const START = Date.UTC(2026, 0, 1);
/** What one guess takes of an hour with 48 of them. */
const SHARE_MS = PERIOD_MS / TURNS_PER_PERIOD;

/** A line and the guesses of each network that asked in it, all of them in one day. */
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

/** Lets so many guessers ask again and again until the given time. */
function guessUntil(line: ReturnType<typeof openLine>, guessers: number, from: number, to: number) {
  for (let now = from; now <= to; now += 60_000) {
    for (let guesser = 0; guesser < guessers; guesser += 1) line.ask(`guesser ${guesser}`, now);
  }
}

test('a network alone has five guesses at once, and 48 an hour', () => {
  const line = openLine();
  const now = Math.ceil(START / PERIOD_MS) * PERIOD_MS;
  for (let guess = 0; guess < 5; guess += 1) expect(line.ask('owner', now)).toBe(0);
  expect(line.ask('owner', now)).toBe(PERIOD_MS);
  expect(line.ask('owner', now + PERIOD_MS - 1)).toBe(1);
  expect(line.ask('owner', now + PERIOD_MS)).toBe(0);
});

describe('while 100 networks guess without pause', () => {
  test.each([0, 1, 60, 6 * 60, 12 * 60])(
    'one that comes after %i minutes is let in when it was told, within 75 s for each of them',
    (minutes) => {
      const line = openLine();
      const now = START + minutes * 60 * 1_000;
      guessUntil(line, 100, START, now);
      const waitMs = line.ask('owner', now);
      expect(waitMs).toBeLessThanOrEqual(101 * SHARE_MS + PERIOD_MS);
      // Once they are no longer new, the first of the turns that are left for new ones.
      if (minutes >= 12 * 60) expect(waitMs).toBeLessThanOrEqual(2 * PERIOD_MS);
      guessUntil(line, 100, now, now + waitMs);
      expect(line.ask('owner', now + waitMs)).toBe(0);
    },
  );

  test('they have fewer than 900 guesses a day together', () => {
    const line = openLine();
    guessUntil(line, 100, START, START + 24 * HOUR_MS);
    const all = [...line.guesses.values()].reduce((sum, count) => sum + count, 0);
    expect(all).toBeLessThan(900);
  });

  test('a turn that is not taken within its period and the next is lost', () => {
    const line = openLine();
    guessUntil(line, 100, START, START);
    const waitMs = line.ask('owner', START);
    const [last, late] = [waitMs + 2 * PERIOD_MS - 1, waitMs + 2 * PERIOD_MS];
    guessUntil(line, 100, START, START + waitMs);
    expect(openLine().ask('owner', START + last)).toBe(0);
    expect(line.ask('owner', START + late)).toBeGreaterThan(0);
  });
});

test('a line of any number of networks is bounded, and ends', () => {
  const line = openLine();
  for (let network = 0; network < 2_000; network += 1) line.ask(`network ${network}`, START);
  expect(line.longest()).toBe(500);
  expect(line.ask('one more', START)).toBe(PERIOD_MS);
  expect(endOfLine([{ network: 'x', period: 0, used: false }])).toBe(2 * PERIOD_MS);
});
