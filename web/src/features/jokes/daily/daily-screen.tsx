import { useQuery } from '@tanstack/react-query';
import { jokeUrls, PRODUCT_NAME } from 'functions/contract';
import { paths } from '../../../paths.ts';
import { JokeCard, JokeNumber } from '../joke-card.tsx';
import { listAt } from '../joke-queries.ts';
import { ListHead } from '../list-head.tsx';
import { ListStates } from '../list-states.tsx';
import { DayOf } from './day-of.tsx';

const TITLE = 'Fact of the Day';

/** The jokes of the last seven days, today's first. */
export default function DailyScreen() {
  const query = useQuery(listAt('listDailyJokes', jokeUrls.daily));
  return (
    <div className="screen">
      <ListHead
        title={TITLE}
        description={`One of the ${PRODUCT_NAME} a day, the same for everyone, and those of the last week.`}
        path={paths.daily}
        jokes={query.data?.jokes}
      />
      <h1 tabIndex={-1}>{TITLE}</h1>
      <p className="list-intro">
        One a day, the same for everyone, at midnight UTC. <a href="/feed/daily.xml">Subscribe</a>
      </p>
      <ListStates query={query} errorText="Error loading daily jokes. Please try again later.">
        {({ jokes }) => (
          <ol className="joke-list daily-list">
            {jokes.map((joke) => (
              <li key={joke.day}>
                <JokeCard
                  joke={joke}
                  label={`Fact no. ${joke.joke_id}, of ${joke.day}`}
                  heading={
                    <div className="daily-day">
                      <h2 className="kicker">
                        <DayOf date={joke.day} />
                      </h2>
                      <JokeNumber id={joke.joke_id} />
                    </div>
                  }
                />
              </li>
            ))}
          </ol>
        )}
      </ListStates>
    </div>
  );
}
