import { dateOf, dayOf } from '../../catalog/catalog.data.ts';
import type { CatalogService } from '../../catalog/catalog.service.ts';
import type { AuditAction, DayNumbers, EndpointOutput } from '../../contract/index.ts';
import { limits, REJECT_REASONS } from '../../domain/index.ts';
import type { JokeAudit } from '../../platform/audit/audit.data.ts';
import type { ReadDeadline } from '../../platform/database/read-deadline.ts';
import type { StoredDocument } from '../../platform/database/stored-document.data.ts';
import type { Transact } from '../../platform/database/transact.ts';
import type { JokeData } from '../jokes/jokes.data.ts';
import type { RatingData } from '../ratings/ratings.data.ts';
import type { CountedDays } from './numbers.data.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** After midnight, what was committed before it has arrived. */
const SETTLED_MS = 2 * 60_000;
/** No further day is counted after this; the next view goes on. */
const COUNTING_MS = 6_000;
/** Longer than a view may count, with a day that was begun just before the end. */
const TURN_MS = 25_000;

const DECISIONS: readonly AuditAction[] = ['approve', 'reject'];

interface Dependencies {
  document: StoredDocument<CountedDays>;
  catalog: Pick<CatalogService, 'fresh'>;
  jokes: Pick<JokeData, 'readMany' | 'countSubmitted'>;
  ratings: Pick<RatingData, 'countCast'>;
  audit: Pick<JokeAudit, 'count'>;
  /** whose decisions are counted by name */
  people: () => Promise<{ provider: 'password' | 'google'; username: string }[]>;
  transact: Transact;
  withReadDeadline: ReadDeadline;
  /** milliseconds since the epoch */
  clock: () => number;
}

type Person = Awaited<ReturnType<Dependencies['people']>>[number];

const NOTHING: CountedDays = { days: [], counting_until: null };

export type NumberService = ReturnType<typeof createNumberService>;

/**
 * Numbers for moderators. A day's first view counts the days that ended since the last one, 28 at most, and
 * stores them; nobody else counts meanwhile.
 */
export function createNumberService(dependencies: Dependencies) {
  const { document, catalog, jokes, ratings, audit, people } = dependencies;
  const { transact, withReadDeadline, clock } = dependencies;

  /** The last days that have ended, the earliest first. */
  function finishedDays(): number[] {
    const today = dayOf(new Date(clock() - SETTLED_MS));
    return Array.from({ length: limits.numberDays }, (_, at) => today - limits.numberDays + at);
  }

  /** Those of these days that are counted, in order. */
  function shown(wanted: readonly number[], days: readonly DayNumbers[]): DayNumbers[] {
    const counted = new Map(days.map((one) => [one.day, one]));
    return wanted.flatMap((day) => counted.get(dateOf(day)) ?? []);
  }

  /**
   * Counts a day: four billed reads, and if somebody decided, one for each person and, after a rejection, each
   * reason; more only beyond 1,000 of a kind.
   */
  async function countDay(day: number, decisionMakers: readonly Person[]): Promise<DayNumbers> {
    const from = new Date(day * DAY_MS);
    const to = new Date((day + 1) * DAY_MS);
    const decided = (actions: readonly AuditAction[], filter: Record<string, string> = {}) =>
      audit.count(actions, filter, from, to);
    const [submissions, votes, approvals, rejections] = await withReadDeadline(
      Promise.all([
        jokes.countSubmitted(from, to),
        ratings.countCast(from, to),
        decided(['approve']),
        decided(['reject']),
      ]),
    );
    const byPerson = (approvals + rejections === 0 ? [] : decisionMakers).map(async (person) => {
      const by = { 'actor.provider': person.provider, 'actor.username': person.username };
      return { ...person, decisions: await decided(DECISIONS, by) };
    });
    const byReason = (rejections === 0 ? [] : REJECT_REASONS).map(async (reason) => ({
      reason,
      rejections: await decided(['reject'], { reason }),
    }));
    const [counts, reasons] = await withReadDeadline(
      Promise.all([Promise.all(byPerson), Promise.all(byReason)]),
    );
    return {
      day: dateOf(day),
      submissions,
      votes,
      approvals,
      rejections,
      people: counts.filter(({ decisions }) => decisions > 0),
      reasons: reasons.filter((one) => one.rejections > 0),
    };
  }

  /** Takes the turn to count, unless nothing is missing or somebody else has it. */
  const takeTurn = (wanted: readonly number[]) =>
    transact(async (transaction) => {
      const { days, counting_until } = (await document.read(transaction)) ?? NOTHING;
      const isTaken = counting_until !== null && clock() < counting_until.getTime();
      const isMine = !isTaken && shown(wanted, days).length < wanted.length;
      if (isMine) {
        document.write(transaction, { days, counting_until: new Date(clock() + TURN_MS) });
      }
      return { days, isMine };
    });

  /** Stores counted days and ends the turn. What is stored already stays. */
  const store = (wanted: readonly number[], counted: readonly DayNumbers[]) =>
    transact(async (transaction) => {
      const stored = (await document.read(transaction)) ?? NOTHING;
      const days = shown(wanted, [...counted, ...stored.days]);
      document.write(transaction, { days, counting_until: null });
      return days;
    });

  async function countMissing(wanted: readonly number[]): Promise<DayNumbers[]> {
    const latest = clock() + COUNTING_MS;
    const { days, isMine } = await takeTurn(wanted);
    if (!isMine) return shown(wanted, days);
    const decisionMakers = await people();
    const known = new Set(days.map(({ day }) => day));
    const counted: DayNumbers[] = [];
    for (const day of wanted.toReversed()) {
      if (known.has(dateOf(day))) continue;
      if (clock() > latest) break;
      counted.push(await countDay(day, decisionMakers));
    }
    return store(wanted, counted);
  }

  return {
    /**
     * What waits, and the last 28 days that have ended. Besides the count of missing days it costs three billed
     * reads: the catalog, the oldest pending joke and the stored days.
     */
    async view(): Promise<EndpointOutput<'getNumbers'>> {
      const wanted = finishedDays();
      const index = await catalog.fresh();
      const [[oldest], stored] = await Promise.all([
        withReadDeadline(jokes.readMany(index.ids(['pending'], 'date_asc', 0, 1))),
        document.read(),
      ]);
      const known = shown(wanted, stored?.days ?? []);
      const days = known.length === wanted.length ? known : await countMissing(wanted);
      return {
        waiting: index.count(['pending']),
        oldest_at: oldest?.created_at.toISOString() ?? null,
        counting: days.length < wanted.length,
        days,
      };
    },
  };
}
