import './timeline.css';
import { YEARS } from './years.ts';

/** One row per year; the years on record are set larger. */
export function Timeline() {
  return (
    <ol className="timeline">
      {YEARS.map(({ year, text, onRecord = false }) => (
        <li key={year} data-on-record={onRecord}>
          <time className="timeline-year" dateTime={String(year)}>
            {year}
          </time>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}
