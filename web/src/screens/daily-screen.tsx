import { useQuery } from '@tanstack/react-query';
import { feeds, PRODUCT_NAME } from 'functions/contract';
import { Link } from 'react-router-dom';
import { jokePath, jokeCalls, paths } from '../paths.ts';
import { dayText } from '../ui/format.ts';
import { Follow } from '../facts/follow.tsx';
import { JokeCard, ListFrame } from '../facts/joke-card.tsx';
import { queryOf, type PageLoader } from '../facts/joke-queries.ts';
import { ListHead } from '../facts/list-head.tsx';
import { ListStates } from '../facts/list-states.tsx';
import { SingleJoke } from '../facts/single-joke.tsx';
import { AnotherOne } from './daily-joke.tsx';

const TITLE = 'Fact of the Day';

const daily = queryOf(jokeCalls.daily);
export const loader: PageLoader = ({ load }) => load(daily);

/** Today's joke and, below it, those of the six days before. */
export default function DailyScreen() {
  const query = useQuery(daily);
  return (
    <div className="screen stack">
      <ListHead
        title={TITLE}
        description={`One of the ${PRODUCT_NAME} a day, the same for everyone, and those of the last week.`}
        path={paths.daily}
        jokes={query.data?.jokes}
      />
      <div className="spread">
        <h1 className="kicker" tabIndex={-1}>
          {TITLE}
        </h1>
        <p className="joke-number">
          A new one every day. <Follow title={TITLE} path={feeds.dailyFeed.path} />
        </p>
      </div>
      <ListStates query={query} errorText="Error loading daily jokes. Please try again later.">
        {({ jokes: [today, ...before] }) => (
          <>
            {today && (
              <SingleJoke
                joke={today}
                heading={
                  <h2 className="joke-number">
                    <Link to={jokePath(today.joke_id)}>{`Fact no. ${today.joke_id}`}</Link>
                    {', '}
                    <time dateTime={today.day}>{dayText(today.day)}</time>
                  </h2>
                }
              />
            )}
            {today && <AnotherOne />}
            {before.length > 0 && (
              <ListFrame>
                {before.map((joke) => (
                  <li key={joke.day}>
                    <JokeCard
                      joke={joke}
                      label={`Fact no. ${joke.joke_id}, of ${dayText(joke.day)}`}
                      heading={
                        <h3 className="joke-number">
                          <Link to={jokePath(joke.joke_id)}>
                            <time dateTime={joke.day}>{dayText(joke.day)}</time>
                          </Link>
                        </h3>
                      }
                    />
                  </li>
                ))}
              </ListFrame>
            )}
          </>
        )}
      </ListStates>
    </div>
  );
}
