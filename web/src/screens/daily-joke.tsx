import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { jokeCalls, paths } from '../paths.ts';
import { dayText } from '../ui/format.ts';
import { queryOf } from '../facts/joke-queries.ts';
import { SingleJoke } from '../facts/single-joke.tsx';
import styles from './daily.module.css';

/** Today's joke alone. */
export const today = queryOf(jokeCalls.today);

interface DailyJokeProps {
  /** whether the joke is shown, or only the title */
  wanted: boolean;
  /** the screen's title */
  children: ReactNode;
}

/** What follows the joke of the day. */
export function AnotherOne() {
  return (
    <div>
      <Link className="button button-main" to={paths.random}>
        Another one
      </Link>
    </div>
  );
}

/** The home screen's title, the joke of the day, and a link to a random one. */
export function DailyJoke({ wanted, children }: DailyJokeProps) {
  const { data, isPending } = useQuery({ ...today, enabled: wanted });
  const [joke] = data?.jokes ?? [];
  if (!wanted) return children;
  return (
    <section className="stack" aria-label="Fact of the day">
      <div className="spread">
        {children}
        {joke && (
          <h2 className="joke-number">
            <Link to={paths.daily}>Fact of the day</Link>
            {', '}
            <time dateTime={joke.day}>{dayText(joke.day)}</time>
          </h2>
        )}
      </div>
      {joke && <SingleJoke joke={joke} />}
      {joke && <AnotherOne />}
      {isPending && <div className={styles.loading} aria-hidden="true" />}
    </section>
  );
}
