import type { EndpointOutput } from 'functions/contract';
import { countVotes, groupName } from './choice.ts';

type Votes = EndpointOutput<'getVotes'>;

const HOUR_MS = 3_600_000;
const HOURS_OF_DAY = 24;
const STARS = [5, 4, 3, 2, 1];
/** The height of a row of the chart, in its own units; an hour is as wide as one. */
const ROW = 32;
/** One vote and one hour are always visible. */
const LEAST = 2;

const DAY = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
const day = new Intl.DateTimeFormat(undefined, DAY);
const hour = new Intl.DateTimeFormat(undefined, { ...DAY, hour: 'numeric' });

const countOf = (histogram: readonly number[], star: number) => histogram[star - 1] ?? 0;

/** The votes of each hour, a row for each number of stars, with lines between days. */
export function VoteChart({ from, to, hours }: Pick<Votes, 'from' | 'to' | 'hours'>) {
  const start = Date.parse(from);
  const width = (Date.parse(to) - start) / HOUR_MS;
  const most = Math.max(1, ...hours.flatMap(({ histogram }) => histogram));
  const days = Array.from({ length: width / HOURS_OF_DAY - 1 }, (_, at) => (at + 1) * HOURS_OF_DAY);
  const totals = STARS.map((star) => ({
    star,
    votes: hours.reduce((sum, { histogram }) => sum + countOf(histogram, star), 0),
  }));
  const said = totals.map(({ star, votes }) => `${star} stars: ${countVotes(votes)}`).join(', ');
  return (
    <figure className="vote-chart">
      <div role="img" aria-label={`Votes by hour. ${said}.`}>
        {totals.map(({ star, votes }) => (
          <div className="vote-chart-row" key={star}>
            <span>{star} ★</span>
            <svg viewBox={`0 0 ${width} ${ROW}`} preserveAspectRatio="none">
              {days.map((x) => (
                <line key={x} x1={x} x2={x} y2={ROW} vectorEffect="non-scaling-stroke" />
              ))}
              {hours.map(({ at, histogram }) => {
                const height = (ROW * countOf(histogram, star)) / most;
                return (
                  height > 0 && (
                    <rect
                      key={at}
                      x={(Date.parse(at) - start) / HOUR_MS}
                      y={ROW - Math.max(LEAST, height)}
                      width={LEAST}
                      height={Math.max(LEAST, height)}
                    />
                  )
                );
              })}
            </svg>
            <span>{votes.toLocaleString()}</span>
          </div>
        ))}
      </div>
      <figcaption className="vote-chart-days">
        <time dateTime={from}>{day.format(start)}</time>
        <time dateTime={to}>{day.format(Date.parse(to) - 1)}</time>
      </figcaption>
    </figure>
  );
}

/** The same as a table: the hours that have votes. */
export function VoteTable({ hours }: Pick<Votes, 'hours'>) {
  const anyDiscarded = hours.some(({ discarded }) => discarded > 0);
  return (
    <details className="vote-details">
      <summary>As a table</summary>
      <div className="vote-scroll" role="region" aria-label="Votes by hour" tabIndex={0}>
        <table className="vote-table">
          <thead>
            <tr>
              <th scope="col">Hour (UTC)</th>
              {STARS.toReversed().map((star) => (
                <th scope="col" key={star}>
                  {star} ★
                </th>
              ))}
              {anyDiscarded && <th scope="col">Discarded</th>}
            </tr>
          </thead>
          <tbody>
            {hours.map(({ at, histogram, discarded }) => (
              <tr key={at}>
                <th scope="row">
                  <time dateTime={at}>{hour.format(new Date(at))}</time>
                </th>
                {STARS.toReversed().map((star) => (
                  <td key={star}>{countOf(histogram, star).toLocaleString()}</td>
                ))}
                {anyDiscarded && <td>{discarded.toLocaleString()}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** The groups of networks that have more than one vote, the largest first. */
export function VoteGroups({ groups }: Pick<Votes, 'groups'>) {
  const large = groups.filter(({ votes }) => votes > 1);
  const anyDiscarded = large.some(({ discarded }) => discarded > 0);
  if (large.length === 0) return <p>No group of networks has more than one vote.</p>;
  return (
    <table className="vote-table">
      <thead>
        <tr>
          <th scope="col">Networks</th>
          <th scope="col">Votes</th>
          <th scope="col">Mean</th>
          {anyDiscarded && <th scope="col">Discarded</th>}
        </tr>
      </thead>
      <tbody>
        {large.map(({ group, votes, mean, discarded }) => (
          <tr key={group}>
            <th scope="row">{groupName(group)}</th>
            <td>{votes.toLocaleString()}</td>
            <td>{mean.toFixed(1)}</td>
            {anyDiscarded && <td>{discarded.toLocaleString()}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
