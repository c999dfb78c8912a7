/** A network's turn to guess a password. */
export interface Turn {
  /** an opaque key */
  network: string;
  /** the period, counted from the epoch, in which the turn begins */
  period: number;
  used: boolean;
}

/** Guesses from networks that an account doesn't know: this many in each period, over all accounts. */
export const TURNS_PER_PERIOD = 5;
/** 48 guesses an hour: one in 75 seconds. */
export const PERIOD_MS = 6.25 * 60 * 1_000;
/** Of these, networks that are not new get at most so many while there is a line. */
const TURNS_OF_REPEATED = 3;
/** A network is new until it has guessed so often in a day. */
const GUESSES_OF_NEW = 3;
/** A turn can be taken in its period and in so many after it. */
const PERIODS_OF_GRACE = 1;
/** Bounds the document: 500 turns are some 35 KB, and more than ten hours. */
const MAXIMUM_TURNS = 500;

export interface PlaceInLine {
  line: Turn[];
  /** milliseconds until the network's turn; 0 when it has just been taken */
  waitMs: number;
}

/**
 * A network asks for its turn. One that can't guess now gets the first free turn, which is kept for it
 * however many others ask meanwhile; so a line of n networks takes at most n × 75 seconds. Networks
 * that are new needn't wait for those that go on guessing: two of five turns are left for them.
 * @param guesses how often this network guessed in the last day
 * @param now milliseconds since the epoch
 */
export function takeTurn(
  turns: readonly Turn[],
  network: string,
  guesses: number,
  now: number,
): PlaceInLine {
  const current = Math.floor(now / PERIOD_MS);
  const line = turns.filter(({ period }) => period + PERIODS_OF_GRACE >= current);
  const kept = line.find((turn) => turn.network === network && !turn.used);
  if (kept && kept.period > current) return { line, waitMs: kept.period * PERIOD_MS - now };
  if (kept) {
    return {
      line: line.map((turn) => (turn === kept ? { ...turn, used: true } : turn)),
      waitMs: 0,
    };
  }
  if (line.length >= MAXIMUM_TURNS) return { line, waitMs: PERIOD_MS };

  const someoneWaits = line.some((turn) => !turn.used && turn.period >= current);
  const free = guesses >= GUESSES_OF_NEW && someoneWaits ? TURNS_OF_REPEATED : TURNS_PER_PERIOD;
  let period = current;
  while (line.filter((turn) => turn.period === period).length >= free) period += 1;
  line.push({ network, period, used: period === current });
  return { line, waitMs: Math.max(0, period * PERIOD_MS - now) };
}

/** When nobody needs to know of this line any more; milliseconds since the epoch. */
export function endOfLine(line: readonly Turn[]): number {
  const last = Math.max(...line.map(({ period }) => period));
  return (last + PERIODS_OF_GRACE + 1) * PERIOD_MS;
}
