import { countText } from '../ui/format.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type JokeSearch } from 'functions/contract';
import { HIGHEST_RATED, wordsOf } from 'functions/domain';
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { waitOf } from '../api/failure.ts';
import { Choices } from '../ui/choices.tsx';
import { pageNumberOf, sortOf } from '../ui/page-numbers.ts';
import { Pager } from '../ui/pager.tsx';
import { jokeCalls, pagePath, paths, searchPath } from '../paths.ts';
import { announce } from '../stores/announcement.ts';
import { JokeList } from '../facts/joke-card.tsx';
import { queryOf } from '../facts/joke-queries.ts';
import { ListStates } from '../facts/list-states.tsx';
import { usePages } from '../facts/use-pages.ts';
import styles from './search.module.css';
import { markMatches } from './mark-matches.ts';

const FAILED = 'Error loading search results. Please try again later.';

/** A page of what a query finds, as the other parameters of a URL name it. @param query normalized and searchable */
export const foundBy = (query: string, search: URLSearchParams) =>
  queryOf(jokeCalls.search(query, pageNumberOf(search), sortOf(search)));

/** The last error of a page's query; its result has none while it loads again, as it does on a rendered page. */
function useLastError(url: string, error: unknown): unknown {
  const client = useQueryClient();
  const [last, setLast] = useState<unknown>(() => client.getQueryState([url])?.error);
  if (error !== null && error !== last) setLast(error);
  return error ?? last;
}

const ordersOf = (query: string) => [
  { label: 'Best match', path: searchPath(query) },
  { label: 'Highest rated', path: searchPath(query, HIGHEST_RATED) },
];

function failureOf(error: unknown): string {
  const wait = waitOf(error);
  if (wait === undefined) return FAILED;
  return `Too many searches from your network. Please try again in ${wait}.`;
}

/** The words of a query that no fact has, in quotation marks; empty if facts have each of them. */
function missingWords(query: string, { words }: JokeSearch): string {
  const missing = wordsOf(query).filter((word, at) => words[at] !== word);
  return [...new Set(missing)].map((word) => `“${word}”`).join(' or ');
}

function summaryOf(query: string, found: JokeSearch): string {
  const { total, match } = found;
  if (total === 0) return 'No fact says that.';
  if (match === 'near') {
    const missing = missingWords(query, found);
    const says = missing === '' ? 'No fact says exactly that.' : `No fact has ${missing}.`;
    return `${says} These come close:`;
  }
  return `${countText(total, 'fact')} found`;
}

function MarkedText({ text, words }: { text: string; words: readonly string[] }) {
  return markMatches(text, words).map(({ text: piece, marked }, index) =>
    marked ? <mark key={index}>{piece}</mark> : piece,
  );
}

interface SearchResultsProps {
  /** normalized and searchable */
  query: string;
  /** True if the results of a submitted search are still to be announced. */
  asked: RefObject<boolean>;
}

/** The facts that a query finds, in numbered pages. */
export function SearchResults({ query, asked }: SearchResultsProps) {
  const { key } = useLocation();
  const [search] = useSearchParams();
  const found = foundBy(query, search);
  const results = useQuery({ ...found, placeholderData: keepPreviousData });
  const { data: list, isPlaceholderData: stale } = results;
  const error = useLastError(found.url, results.error);
  const path = searchPath(query, sortOf(search));
  const { page, last, heading, pager } = usePages(path, list?.pages, stale);
  const summary = list && summaryOf(query, list);
  const words = list?.words ?? [];

  useEffect(() => {
    if (summary === undefined || !asked.current) return;
    asked.current = false;
    announce(summary);
    heading.current?.focus();
  }, [key, summary, asked, heading]);

  const repeat = useEffectEvent(() => {
    if (asked.current && results.isError) void results.refetch();
  });
  // The same search was submitted again.
  useEffect(() => repeat(), [key]);

  return (
    <section className={styles.results} aria-labelledby="results">
      {summary !== undefined && (
        <h2 className={styles.summary} id="results" tabIndex={-1} ref={heading}>
          {summary}
        </h2>
      )}
      {list?.total === 0 && (
        <p className={styles.hint}>
          Either it never happened, or nobody lived to write it down.{' '}
          <Link to={paths.submit}>Submit it</Link> if you know better, or read{' '}
          <Link to={paths.random}>a random fact</Link>.
        </p>
      )}
      {last !== undefined && list?.total !== 0 && (
        <p className={styles.hint}>
          <span>{`There is no page ${page}. `}</span>
          <Link to={pagePath(path, last)}>{`Page ${last}`}</Link> is the last one.
        </p>
      )}
      {last === undefined && list?.total !== 0 && (
        <>
          {list !== undefined && list.total > 1 && (
            <Choices label="Order" choices={ordersOf(query)} current={path} />
          )}
          <ListStates query={results} errorText={failureOf(error)}>
            {({ jokes }) => (
              <JokeList
                jokes={jokes}
                stale={stale}
                textOf={({ joke_text }) => <MarkedText text={joke_text} words={words} />}
              />
            )}
          </ListStates>
          {list !== undefined && list.pages > 1 && <Pager {...pager} />}
        </>
      )}
    </section>
  );
}
