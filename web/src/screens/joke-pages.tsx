import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { HIGHEST_RATED, type Tag } from 'functions/domain';
import type { ReactNode, RefObject } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { jokeCalls, paths, tagPath } from '../paths.ts';
import { Choices } from '../ui/choices.tsx';
import { NoSuchPage } from '../ui/not-found.tsx';
import { pageNumberOf, sortOf } from '../ui/page-numbers.ts';
import { Pager } from '../ui/pager.tsx';
import { JokeList } from '../facts/joke-card.tsx';
import { queryOf } from '../facts/joke-queries.ts';
import { BySubject } from '../facts/joke-tags.tsx';
import { ListHead } from '../facts/list-head.tsx';
import { ListStates } from '../facts/list-states.tsx';
import { usePages } from '../facts/use-pages.ts';

interface JokePagesProps {
  /** by default, all jokes */
  tag?: Tag;
  /** the title and the description of the document */
  title?: string;
  description: string;
  /** Renders the part above the list. @param total the number of jokes */
  intro?: (page: number, total: number | undefined) => ReactNode;
  /** The heading of the list, with the id `facts`. */
  heading: (ref: RefObject<HTMLHeadingElement | null>) => ReactNode;
}

/** A page of the active jokes, or of those with a tag, as the query of a URL names it. */
export const pageOf = (search: URLSearchParams, tag?: Tag) =>
  queryOf(jokeCalls.page(pageNumberOf(search), tag, tag && sortOf(search)));

const ordersOf = (tag: Tag) => [
  { label: 'Newest', path: tagPath(tag) },
  { label: 'Highest rated', path: tagPath(tag, HIGHEST_RATED) },
];

/** The active jokes, or those with a tag, in numbered pages. */
export function JokePages({ tag, title, description, intro, heading }: JokePagesProps) {
  const [search] = useSearchParams();
  const sort = tag && sortOf(search);
  const query = useQuery({ ...pageOf(search, tag), placeholderData: keepPreviousData });
  const { data: list, isPlaceholderData: stale } = query;
  const canonical = tag ? tagPath(tag) : paths.home;
  const path = tag ? tagPath(tag, sort) : paths.home;
  const { page, last, heading: ref, pager } = usePages(path, list?.pages, stale);

  if (last !== undefined) return <NoSuchPage path={path} last={last} />;
  return (
    <div className="screen">
      <ListHead
        title={sort ? `${title}, highest rated` : title}
        description={description}
        // Search engines need not list a tag without jokes.
        path={tag && list?.total === 0 ? undefined : canonical}
        page={page}
        jokes={list?.jokes}
      />
      {intro?.(page, list?.total)}
      <section aria-labelledby="facts">
        {heading(ref)}
        {tag && (list?.total ?? 2) > 1 && (
          <Choices label="Order" choices={ordersOf(tag)} current={path} />
        )}
        <ListStates
          query={query}
          errorText="Error loading jokes. Please try again later."
          empty={
            tag && (
              <p>
                No fact is about this. <Link to={paths.submit}>Submit the first one</Link>.
              </p>
            )
          }
        >
          {({ jokes }) => <JokeList jokes={jokes} stale={stale} />}
        </ListStates>
        {(!tag || (list?.pages ?? 1) > 1) && <Pager {...pager} />}
      </section>
      <BySubject />
    </div>
  );
}
