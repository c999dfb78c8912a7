import { useQuery } from '@tanstack/react-query';
import { jokeUrls, PRODUCT_NAME } from 'functions/contract';
import { useSearchParams } from 'react-router-dom';
import { Icon } from '../../../ui/icon.tsx';
import { DailyJoke } from '../daily/daily-joke.tsx';
import { listAt } from '../joke-queries.ts';
import { filterOf } from '../joke-filter.tsx';
import './home-screen.css';
import { Intro } from './intro.tsx';
import { JokePages } from './joke-pages.tsx';

const DESCRIPTION = `${PRODUCT_NAME} since 2005: every one approved by a human. Read them, rate them, add your own.`;

/** The home screen: an introduction and the active jokes in numbered pages. */
export function HomeScreen() {
  const safe = filterOf(useSearchParams()[0])?.safe;
  const all = useQuery({ ...listAt('listJokes', jokeUrls.count), enabled: safe !== undefined });
  return (
    <JokePages
      filter={{ safe }}
      title={safe && 'Safe only'}
      description={DESCRIPTION}
      intro={(page, total) => (
        <Intro total={safe ? all.data?.total : total}>{page === 1 && !safe && <DailyJoke />}</Intro>
      )}
      heading={(ref) => (
        <h2 className="home-heading" id="facts" tabIndex={-1} ref={ref}>
          <Icon name="star" />
          The facts
          <Icon name="star" />
        </h2>
      )}
    />
  );
}
