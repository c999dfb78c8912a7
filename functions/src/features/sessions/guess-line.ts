/** A network's turn to guess a password. */
export interface Turn {
  /** the opaque key of a wide network */
  network: string;
  /** the period in which the turn begins, counted from the epoch */
  period: number;
  used: boolean;
}

/** Guesses per period, over all accounts, from networks that the guessed account doesn't know. */
export const TURNS_PER_PERIOD = 5;
/** Five turns in 6.25 minutes are 48 guesses an hour: one every 75 seconds. */
export const PERIOD_MS = 6.25 * 60 * 1_000;
/** While there is a line, networks that are not new get at most this many turns of a period. */
const TURNS_FOR_REPEATED = 3;
/** A network is new until it has made this many guesses in a day. */
const GUESSES_WHILE_NEW = 3;
/** How many periods after its own a turn can still be taken. */
const GRACE_PERIODS = 1;
/** Limits the document's size: 500 turns are about 35 KB and more than ten hours. */
const MAXIMUM_TURNS = 500;

/**
 * Takes a network's turn, or reserves the first free one if it can't guess now. However many others ask
 * in the meantime, the turn stays reserved, so a line of n networks takes at most n × 75 seconds. New
 * networks need not wait for those that keep guessing: two of five turns are left for them.
 * @param guesses how many guesses this network made in the last day
 * @param now milliseconds since the epoch
 * @returns `waitMs`, the milliseconds until the network's turn, is 0 if it was just taken
 */
export function takeTurn(
  turns: readonly Turn[],
  network: string,
  guesses: number,
  now: number,
): { line: Turn[]; waitMs: number } {
  const current = Math.floor(now / PERIOD_MS);
  const line = turns.filter(({ period }) => period + GRACE_PERIODS >= current);
  const reserved = line.find((turn) => turn.network === network && !turn.used);
  if (reserved && reserved.period > current) {
    return { line, waitMs: reserved.period * PERIOD_MS - now };
  }
  if (reserved) {
    const taken = line.map((turn) => (turn === reserved ? { ...turn, used: true } : turn));
    return { line: taken, waitMs: 0 };
  }
  if (line.length >= MAXIMUM_TURNS) return { line, waitMs: PERIOD_MS };

  const someoneWaits = line.some((turn) => !turn.used && turn.period >= current);
  const allowed =
    guesses >= GUESSES_WHILE_NEW && someoneWaits ? TURNS_FOR_REPEATED : TURNS_PER_PERIOD;
  let period = current;
  while (line.filter((turn) => turn.period === period).length >= allowed) period += 1;
  line.push({ network, period, used: period === current });
  return { line, waitMs: Math.max(0, period * PERIOD_MS - now) };
}

/** When the last turn of the line lapses, in milliseconds since the epoch. */
export function endOfLine(line: readonly Turn[]): number {
  const last = Math.max(...line.map(({ period }) => period));
  return (last + GRACE_PERIODS + 1) * PERIOD_MS;
}
