import { useQueries } from '@tanstack/react-query';
import { limits } from 'functions/domain';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { NoSuchPage } from '../ui/not-found.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Pager } from '../ui/pager.tsx';
import { Screen } from '../ui/screen.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { paths } from '../paths.ts';
import { votedJokes } from '../facts/votes.ts';
import { JokeCard, JokeNumber, ListFrame } from '../facts/joke-card.tsx';
import { singleJoke } from '../facts/joke-queries.ts';
import states from '../facts/list-states.module.css';
import { LoadingMore } from '../facts/list-states.tsx';
import { usePages } from '../facts/use-pages.ts';

const TITLE = 'My Votes';

/** The ids of the facts that this browser has rated: those with the most stars first, then the newest. */
function useVotedIds(): number[] {
  const votes = votedJokes.use();
  return Object.entries(votes)
    .toSorted(([a, stars], [b, others]) => others - stars || Number(b) - Number(a))
    .map(([id]) => Number(id));
}

/** One page of rated facts, each as soon as those before it are there. The others are shown even if some can't be loaded. */
function VotedList({ ids, children }: { ids: readonly number[]; children: ReactNode }) {
  const facts = useQueries({ queries: ids.map(singleJoke) });
  const failed = facts.filter(({ isError }) => isError);
  const pending = facts.findIndex(({ isPending }) => isPending);
  const shown = pending === -1 ? facts : facts.slice(0, pending);
  return (
    <>
      {pending !== -1 && <LoadingMore />}
      <ListFrame>
        {shown.map(({ data: joke }, at) => {
          const id = ids[at] ?? 0;
          if (joke === undefined) return null;
          return (
            <li key={id}>
              {'missing' in joke ? (
                <>
                  <JokeNumber id={id} />
                  <p>This fact is no longer here. Your vote was.</p>
                </>
              ) : (
                <JokeCard joke={joke} />
              )}
            </li>
          );
        })}
      </ListFrame>
      {failed.length > 0 && (
        <LoadError
          saved
          text={
            failed.length === ids.length
              ? 'Your votes couldn’t be loaded. Please try again later.'
              : `${failed.length} of these facts couldn’t be loaded.`
          }
          onRetry={() => failed.forEach(({ refetch }) => void refetch())}
        />
      )}
      {pending === -1 && children}
    </>
  );
}

/** The facts that this browser has rated, best first, from its own storage. */
export default function MyVotesScreen() {
  const hydrated = useHydrated();
  const ids = useVotedIds();
  const pages = Math.ceil(ids.length / limits.homePageSize);
  const { page, last, heading, pager } = usePages(paths.myVotes, hydrated ? pages : undefined);
  if (last !== undefined) return <NoSuchPage path={paths.myVotes} last={last} />;
  const start = (page - 1) * limits.homePageSize;
  return (
    <Screen title={TITLE}>
      <p ref={heading} tabIndex={-1}>
        Everything you’ve rated, best first, as this browser remembers it. Our server has the same
        ratings under a random number, without a name.
      </p>
      <noscript>
        <p className="no-script">
          Your votes are in this browser, and only JavaScript can read them.
        </p>
      </noscript>
      <div className={states.room}>
        {hydrated && ids.length === 0 && (
          <p>
            You haven’t rated anything yet. Start with <Link to={paths.random}>a random fact</Link>.
          </p>
        )}
        {hydrated && ids.length > 0 && (
          <>
            <h2 className="visually-hidden">The facts</h2>
            <VotedList ids={ids.slice(start, start + limits.homePageSize)}>
              {pages > 1 && <Pager {...pager} />}
            </VotedList>
          </>
        )}
      </div>
    </Screen>
  );
}
