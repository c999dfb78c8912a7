import { useQuery } from '@tanstack/react-query';
import { jokeUrls, type EndpointOutput } from 'functions/contract';
import { useRef, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import { read } from '../../../api/call.ts';
import { LoadError } from '../../../ui/load-error.tsx';
import { useNearView } from '../../../ui/responsive-image.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { pagePath, paths } from '../../../paths.ts';
import { DayOf } from '../daily/day-of.tsx';
import { JokeList } from '../joke-card.tsx';
import { TOP_PAGE_SIZE } from '../joke-queries.ts';

/** The page of the Top 100 that shows a rank. */
const topPathOf = (rank: number) => pagePath(paths.top, Math.ceil(rank / TOP_PAGE_SIZE));

interface RelatedJokesProps {
  joke: EndpointOutput<'getJoke'>;
  heading: RefObject<HTMLHeadingElement | null>;
}

/**
 * What follows a joke: its record, and the jokes that share its words. They are loaded when the visitor comes near
 * them, so that the first view, which is all that crawlers read, costs no more for them.
 */
export function RelatedJokes({ joke, heading }: RelatedJokesProps) {
  const section = useRef<HTMLElement>(null);
  const near = useNearView(section, false);
  const url = jokeUrls.related(joke.joke_id);
  const { data, errorUpdateCount, refetch } = useQuery({
    queryKey: [url],
    queryFn: () => read('getRelatedJokes', url),
    enabled: near,
  });
  const { approved_at: approved } = joke;
  return (
    <section className="related" id="more" aria-labelledby="related" ref={section}>
      <h2 id="related" tabIndex={-1} ref={heading}>
        More like this
      </h2>
      <p className="related-record">
        {approved !== null && (
          <>
            Approved on <DayOf date={approved} />.{' '}
          </>
        )}
        {typeof data?.rank === 'number' && (
          <Link to={topPathOf(data.rank)}>No. {data.rank} of the Top 100</Link>
        )}
      </p>
      {data && data.similar.length > 0 && <JokeList jokes={data.similar} />}
      {data?.similar.length === 0 && (
        <p>
          No other fact has a word to say about this. The <Link to={paths.top}>Top 100</Link> have
          other subjects.
        </p>
      )}
      {!data && errorUpdateCount === 0 && near && <Spinner label="Loading facts…" />}
      {!data && errorUpdateCount > 0 && (
        <LoadError
          text="Error loading more facts. Please try again later."
          onRetry={() => void refetch()}
        />
      )}
    </section>
  );
}
