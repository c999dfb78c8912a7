import { queryOptions, useQuery } from '@tanstack/react-query';
import type { DayNumbers, EndpointOutput } from 'functions/contract';
import { Link, useLocation } from 'react-router-dom';
import { call } from '../../../api/call.ts';
import { useLocaleNumber } from '../../../components/use-locale-number.ts';
import { adminPath } from '../../../paths.ts';
import { AdminScreen } from '../admin-screen.tsx';
import { LocalTime, REJECT_LABELS } from '../labels.tsx';
import { QueryStates } from '../query-states.tsx';
import { DayChart, seriesOf } from './day-chart.tsx';

type Numbers = EndpointOutput<'getNumbers'>;

const HOUR_MS = 60 * 60 * 1_000;
const HOURS_OF_DAY = 24;
/** While somebody else counts, the numbers are requested again after this. */
const AGAIN_MS = 3_000;

const numbersQuery = queryOptions({
  queryKey: ['moderation', 'numbers'],
  queryFn: ({ signal }) => call('getNumbers', {}, { signal, timeout: 20_000 }),
  staleTime: 0,
  gcTime: 0,
  refetchInterval: ({ state }) => (state.data?.counting === true ? AGAIN_MS : false),
});

const longDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' });

/** A day (UTC) in the reader's language. */
function Day({ day }: { day: string }) {
  return <time dateTime={day}>{longDate.format(new Date(day))}</time>;
}

/** How long something takes, roughly. */
function duration(milliseconds: number): string {
  const hours = Math.floor(milliseconds / HOUR_MS);
  if (hours < 1) return 'less than an hour';
  if (hours < 2 * HOURS_OF_DAY) return hours === 1 ? 'an hour' : `${hours} hours`;
  return `${Math.floor(hours / HOURS_OF_DAY).toLocaleString()} days`;
}

/** What waits now. @param now in milliseconds since the epoch */
function Waiting({ waiting, oldest_at, now }: Numbers & { now: number }) {
  const { pathname } = useLocation();
  const inLocale = useLocaleNumber();
  if (waiting === 0) return <p className="numbers-waiting">No fact waits for a decision.</p>;
  return (
    <p className="numbers-waiting">
      <Link to={adminPath(pathname, 'queue')}>
        {waiting === 1 ? '1 fact waits' : `${inLocale(waiting)} facts wait`}
      </Link>{' '}
      for a decision
      {oldest_at === null ? (
        '.'
      ) : (
        <>
          {waiting === 1 ? ', for ' : ', the oldest for '}
          {duration(now - Date.parse(oldest_at))}, since <LocalTime at={oldest_at} />.
        </>
      )}
    </p>
  );
}

/** The decisions that no account of today made. */
function others({ approvals, rejections, people }: DayNumbers): number {
  return people.reduce((left, { decisions }) => left - decisions, approvals + rejections);
}

function withoutReason({ rejections, reasons }: DayNumbers): number {
  return reasons.reduce((left, one) => left - one.rejections, rejections);
}

/** What happened on days that have ended. */
function Charts({ numbers }: { numbers: readonly DayNumbers[] }) {
  const days = numbers.map(({ day }) => day);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const one = (label: string, countOf: (day: DayNumbers) => number) => [
    { label, counts: numbers.map(countOf) },
  ];
  const isQuiet = numbers.every(
    ({ submissions, votes, approvals, rejections }) =>
      submissions + votes + approvals + rejections === 0,
  );
  return (
    <>
      <p className="numbers-note">
        From <Day day={first} /> to <Day day={last} />, in days of UTC. A day is counted once, after
        it has ended: today is missing, and so is what was deleted before. Votes and decisions count
        even if they were discarded or undone later.
      </p>
      {isQuiet ? (
        <p className="joke-list-empty">
          Nobody submitted, rated or decided anything in these days. Not even Chuck Norris.
        </p>
      ) : (
        <div className="numbers-charts">
          <DayChart
            title="Facts submitted"
            days={days}
            series={one('Submitted', ({ submissions }) => submissions)}
          />
          <DayChart title="Votes" days={days} series={one('Votes', ({ votes }) => votes)} />
          <DayChart
            title="Decisions"
            days={days}
            series={[
              ...one('Approved', ({ approvals }) => approvals),
              ...one('Rejected', ({ rejections }) => rejections),
            ]}
          />
          <DayChart
            title="Decisions by person"
            days={days}
            series={seriesOf(numbers, (day) => [
              ...day.people.map(
                ({ username, provider, decisions }) =>
                  [`${username}${provider === 'google' ? ' (Google)' : ''}`, decisions] as const,
              ),
              ['Others', others(day)],
            ])}
          />
          <DayChart
            title="Reasons of rejections"
            days={days}
            series={seriesOf(numbers, (day) => [
              ...day.reasons.map(
                ({ reason, rejections }) => [REJECT_LABELS[reason], rejections] as const,
              ),
              ['No reason', withoutReason(day)],
            ])}
          />
        </div>
      )}
    </>
  );
}

/** How much waits, and who decided what on the last days. Its route controls access. */
export default function NumbersScreen() {
  const query = useQuery(numbersQuery);
  const { data, dataUpdatedAt } = query;
  return (
    <AdminScreen title="Numbers">
      <div className="numbers">
        <QueryStates query={query} />
        {data && (
          <>
            <Waiting {...data} now={dataUpdatedAt} />
            <p role="status">
              {data.counting && 'The last days are being counted. They appear in a moment...'}
            </p>
            <Charts numbers={data.days} />
          </>
        )}
      </div>
    </AdminScreen>
  );
}
