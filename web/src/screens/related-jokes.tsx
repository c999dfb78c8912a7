import { useQuery } from '@tanstack/react-query';
import { type EndpointOutput } from 'functions/contract';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { dayText } from '../ui/format.ts';
import { LoadError } from '../ui/load-error.tsx';
import { useNearView } from '../ui/responsive-image.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { jokeCalls, pagePath, paths } from '../paths.ts';
import { JokeList } from '../facts/joke-card.tsx';
import { queryOf, TOP_PAGE_SIZE } from '../facts/joke-queries.ts';
import styles from './joke.module.css';

/** The jokes that are similar to a joke. */
export const relatedTo = (id: number) => queryOf(jokeCalls.related(id));

const topPathOf = (rank: number) => pagePath(paths.top, Math.ceil(rank / TOP_PAGE_SIZE));

/** A joke's rank and the jokes that are similar to it. If the page came without them, they are loaded when the visitor comes near. */
export function RelatedJokes({ joke }: { joke: EndpointOutput<'getJoke'> }) {
  const section = useRef<HTMLElement>(null);
  const near = useNearView(section, false);
  const query = { ...relatedTo(joke.joke_id), enabled: near };
  const { data, errorUpdateCount, refetch } = useQuery(query);
  const { approved_at: approved } = joke;
  return (
    <section className={styles.related} aria-labelledby="related" ref={section}>
      <p className={styles.record}>
        {approved !== null && <span>{`Approved on ${dayText(approved)}. `}</span>}
        {typeof data?.rank === 'number' && (
          <Link to={topPathOf(data.rank)}>{`No. ${data.rank} of the Top 100`}</Link>
        )}
      </p>
      <h2 id="related">More like this</h2>
      {data && data.similar.length > 0 && <JokeList jokes={data.similar} />}
      {data?.similar.length === 0 && (
        <p>
          Nothing else like it. Try the <Link to={paths.top}>Top 100</Link>.
        </p>
      )}
      {!data && errorUpdateCount === 0 && near && <Spinner label="Loading facts…" />}
      {!data && errorUpdateCount > 0 && (
        <LoadError
          saved
          text="Error loading more facts. Please try again later."
          onRetry={() => void refetch()}
        />
      )}
    </section>
  );
}
