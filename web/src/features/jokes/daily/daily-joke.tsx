import { useQuery } from '@tanstack/react-query';
import { jokeUrls } from 'functions/contract';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { JokeCard } from '../joke-card.tsx';
import { listAt } from '../joke-queries.ts';
import { DayOf } from './day-of.tsx';
import './daily-joke.css';

/** The joke of the day, above the list of the home screen; nothing if there is none. */
export function DailyJoke() {
  const { data, isPending } = useQuery(listAt('listDailyJokes', jokeUrls.today));
  const [joke] = data?.jokes ?? [];
  if (!joke) return isPending && <div className="daily daily-loading" aria-hidden="true" />;
  return (
    <section className="daily" aria-label="Fact of the day">
      <JokeCard
        joke={joke}
        label={`Fact of the day, no. ${joke.joke_id}`}
        heading={
          <h2 className="kicker">
            <Link to={paths.daily}>Fact of the day</Link> <DayOf date={joke.day} />
          </h2>
        }
      />
    </section>
  );
}
