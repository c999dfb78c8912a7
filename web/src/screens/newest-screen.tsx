import { useQuery } from '@tanstack/react-query';
import { feeds, PRODUCT_NAME } from 'functions/contract';
import { jokeCalls, paths } from '../paths.ts';
import { countText } from '../ui/format.ts';
import { Follow } from '../facts/follow.tsx';
import { JokeList } from '../facts/joke-card.tsx';
import { queryOf, type PageLoader } from '../facts/joke-queries.ts';
import { ListHead } from '../facts/list-head.tsx';
import { ListStates } from '../facts/list-states.tsx';

const { title: TITLE, path } = feeds.atomFeed;

const newest = queryOf(jokeCalls.newest);
export const loader: PageLoader = ({ load }) => load(newest);

/** The most recently approved jokes. */
export default function NewestScreen() {
  const query = useQuery(newest);
  return (
    <div className="screen">
      <ListHead
        title={TITLE}
        description={`The latest approved ${PRODUCT_NAME}, newest first.`}
        path={paths.newest}
        jokes={query.data?.jokes}
      />
      <h1 tabIndex={-1}>{TITLE}</h1>
      <p>
        {`The latest approved ${PRODUCT_NAME}! `}
        <Follow title={TITLE} path={path} />
      </p>
      <ListStates query={query} errorText="Error loading newest jokes. Please try again later.">
        {({ jokes }) => (
          <>
            <h2>{countText(jokes.length, 'newest approved fact')}</h2>
            <JokeList jokes={jokes} />
          </>
        )}
      </ListStates>
    </div>
  );
}
