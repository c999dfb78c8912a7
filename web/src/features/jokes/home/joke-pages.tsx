import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { jokeUrls, type JokeFilter } from 'functions/contract';
import type { ReactNode, RefObject } from 'react';
import { NoSuchPage } from '../../../ui/not-found-screen.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { listPath, pagePath, paths } from '../../../paths.ts';
import { JokeList } from '../joke-card.tsx';
import { FilterLinks } from '../joke-filter.tsx';
import { lastHomePage, listAt } from '../joke-queries.ts';
import { ListHead } from '../list-head.tsx';
import { ListStates, NoMatch } from '../list-states.tsx';
import { usePageNumber, usePageTurn } from '../use-pages.ts';

interface JokePagesProps {
  filter: JokeFilter;
  /** the title and the description of the document */
  title: string | undefined;
  description: string;
  className?: string;
  /** What is above the list's section. @param total how many jokes the filter leaves */
  intro?: (page: number, total: number | undefined) => ReactNode;
  /** The heading of the list, with the id `facts`. */
  heading: (ref: RefObject<HTMLHeadingElement | null>) => ReactNode;
}

/** The active jokes that a filter leaves, in numbered pages. Search engines may list those of a tag that has any. */
export function JokePages(props: JokePagesProps) {
  const { filter, title, description, className, intro } = props;
  const page = usePageNumber();
  const query = useQuery({
    ...listAt('listJokes', jokeUrls.page(page, filter)),
    placeholderData: keepPreviousData,
  });
  const { data: list, isPlaceholderData: stale } = query;
  const pages = list && lastHomePage(list);
  const { heading, turnTo } = usePageTurn(page, stale ? undefined : pages);
  const path = listPath(filter);
  const isFiltered = path !== paths.home;

  if (!stale && pages !== undefined && page > pages) return <NoSuchPage path={path} last={pages} />;
  return (
    <>
      <ListHead
        title={title}
        description={description}
        path={filter.safe || (isFiltered && list?.total === 0) ? undefined : path}
        page={page}
        jokes={list?.jokes}
      />
      {intro?.(page, list?.total)}
      <section className={className} aria-labelledby="facts">
        {props.heading(heading)}
        <FilterLinks filter={filter} pathOf={listPath} />
        <ListStates
          query={query}
          errorText="Error loading jokes. Please try again later."
          empty={isFiltered ? <NoMatch /> : undefined}
        >
          {({ jokes }) => <JokeList jokes={jokes} stale={stale} />}
        </ListStates>
        <Pager
          page={page}
          pages={pages}
          busy={stale}
          urlOf={(number) => pagePath(path, number)}
          onGo={turnTo}
        />
      </section>
    </>
  );
}
