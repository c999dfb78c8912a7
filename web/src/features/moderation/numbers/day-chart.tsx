import { useId } from 'react';
import { useLocaleNumber } from '../../../components/use-locale-number.ts';

const WEEK = 7;
/** The height of a row in the chart's own units; a day is as wide as one. */
const ROW = 32;
/** One of anything is always visible. */
const LEAST = 2;
const GAP = 0.2;

const UTC = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
const shortDay = new Intl.DateTimeFormat(undefined, UTC);
const longDay = new Intl.DateTimeFormat(undefined, { ...UTC, weekday: 'short' });

/** What is counted, on each day. */
export interface Series {
  label: string;
  counts: readonly number[];
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** Counts by label and day as series, the largest first. @param countsOf those of a day */
export function seriesOf<Day>(
  days: readonly Day[],
  countsOf: (day: Day) => readonly (readonly [label: string, count: number])[],
): Series[] {
  const found = new Map<string, number[]>();
  for (const [at, day] of days.entries()) {
    for (const [label, count] of countsOf(day)) {
      if (count > 0) found.set(label, (found.get(label) ?? days.map(() => 0)).with(at, count));
    }
  }
  return Array.from(found, ([label, counts]) => ({ label, counts })).toSorted(
    (a, b) => sum(b.counts) - sum(a.counts),
  );
}

interface DayChartProps {
  title: string;
  /** in ISO 8601, the earliest first */
  days: readonly string[];
  series: readonly Series[];
}

/** A bar for each day in a row for each series, which all have one scale, and the same as a table. */
export function DayChart({ title, days, series }: DayChartProps) {
  const heading = useId();
  const inLocale = useLocaleNumber();
  const most = Math.max(0, ...series.flatMap(({ counts }) => counts));
  const totals = series.map(({ label, counts }) => ({ label, counts, total: sum(counts) }));
  const said = totals.map(({ label, total }) => `${label}: ${inLocale(total)}`).join(', ');
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {most === 0 ? (
        <p className="numbers-note">None in these days.</p>
      ) : (
        <>
          <figure className="numbers-chart">
            <div role="img" aria-label={`By day. ${said}. At most ${inLocale(most)} on a day.`}>
              {totals.map(({ label, counts, total }) => (
                <div className="numbers-row" key={label}>
                  <span>{label}</span>
                  <span>{inLocale(total)}</span>
                  <svg viewBox={`0 0 ${days.length} ${ROW}`} preserveAspectRatio="none">
                    {days.map((day, at) => {
                      const count = counts[at] ?? 0;
                      const height = count && Math.max(LEAST, (ROW * count) / most);
                      return (
                        <g key={day}>
                          {at > 0 && at % WEEK === 0 && (
                            <line x1={at} x2={at} y2={ROW} vectorEffect="non-scaling-stroke" />
                          )}
                          <rect x={at + GAP / 2} y={ROW - height} width={1 - GAP} height={height} />
                        </g>
                      );
                    })}
                  </svg>
                </div>
              ))}
            </div>
            <figcaption className="numbers-days">
              <time dateTime={first}>{shortDay.format(new Date(first))}</time>
              <span>Highest bar: {inLocale(most)}</span>
              <time dateTime={last}>{shortDay.format(new Date(last))}</time>
            </figcaption>
          </figure>
          <details className="numbers-details">
            <summary>
              As a table<span className="visually-hidden">: {title}</span>
            </summary>
            <div
              className="numbers-scroll"
              role="region"
              aria-label={`${title} by day`}
              tabIndex={0}
            >
              <table className="numbers-table">
                <thead>
                  <tr>
                    <th scope="col">Day (UTC)</th>
                    {series.map(({ label }) => (
                      <th scope="col" key={label}>
                        {label}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {days
                    .map((day, at) => (
                      <tr key={day}>
                        <th scope="row">
                          <time dateTime={day}>{longDay.format(new Date(day))}</time>
                        </th>
                        {series.map(({ label, counts }) => (
                          <td key={label}>{inLocale(counts[at] ?? 0)}</td>
                        ))}
                      </tr>
                    ))
                    .toReversed()}
                </tbody>
                <tfoot>
                  <tr>
                    <th scope="row">All</th>
                    {totals.map(({ label, total }) => (
                      <td key={label}>{inLocale(total)}</td>
                    ))}
                  </tr>
                </tfoot>
              </table>
            </div>
          </details>
        </>
      )}
    </section>
  );
}
