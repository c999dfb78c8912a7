import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { jokeUrls, PRODUCT_NAME } from 'functions/contract';
import { Icon } from '../../../components/icon.tsx';
import { NoSuchPage } from '../../../components/not-found-screen.tsx';
import { Pager } from '../../../components/pager.tsx';
import { pagePath, paths } from '../../../paths.ts';
import { DailyJoke } from '../daily/daily-joke.tsx';
import { JokeList } from '../joke-card.tsx';
import { lastHomePage, listAt } from '../joke-queries.ts';
import { ListHead } from '../list-head.tsx';
import { ListStates } from '../list-states.tsx';
import { usePageNumber, usePageTurn } from '../use-pages.ts';
import './home-screen.css';
import { Intro } from './intro.tsx';

const DESCRIPTION = `${PRODUCT_NAME} since 2005: every one approved by a human. Read them, rate them, add your own.`;

/** The home screen: an introduction and the active jokes in numbered pages. */
export function HomeScreen() {
  const page = usePageNumber();
  const query = useQuery({
    ...listAt('listJokes', jokeUrls.page(page)),
    placeholderData: keepPreviousData,
  });
  const { data: list, isPlaceholderData: stale } = query;
  const pages = list && lastHomePage(list);
  const { heading, turnTo } = usePageTurn(page, stale ? undefined : pages);
  const missing = !stale && pages !== undefined && page > pages;

  if (missing) return <NoSuchPage path={paths.home} last={pages} />;
  return (
    <>
      <ListHead description={DESCRIPTION} path={paths.home} page={page} jokes={list?.jokes} />
      <Intro total={list?.total}>{page === 1 && <DailyJoke />}</Intro>
      <section aria-labelledby="facts">
        <h2 className="home-heading" id="facts" tabIndex={-1} ref={heading}>
          <Icon name="star" />
          The facts
          <Icon name="star" />
        </h2>
        <ListStates query={query} errorText="Error loading jokes. Please try again later.">
          {({ jokes }) => <JokeList jokes={jokes} stale={stale} />}
        </ListStates>
        <Pager
          page={page}
          pages={pages}
          busy={stale}
          urlOf={(number) => pagePath(paths.home, number)}
          onGo={turnTo}
        />
      </section>
    </>
  );
}
