import { useQuery, useQueryClient } from '@tanstack/react-query';
import { jokeUrls, type JokeFilter } from 'functions/contract';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { LoadError } from '../../../ui/load-error.tsx';
import { Head } from '../../../ui/head.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import NotFoundScreen from '../../../ui/not-found-screen.tsx';
import { useOnline } from '../../../ui/use-online.ts';
import { jokePath, paths, randomPath } from '../../../paths.ts';
import { announce } from '../../../stores/announcement.ts';
import { filterOf, FilterLinks } from '../joke-filter.tsx';
import { singleJoke } from '../joke-queries.ts';
import { tryToVote } from '../send-votes.ts';
import { NoJokes, NoMatch } from '../list-states.tsx';
import { AnotherLink } from '../single/another-link.tsx';
import { SingleJoke } from '../single/single-joke.tsx';
import { useFactGestures, type Neighbor } from '../single/use-fact-gestures.ts';
import '../single/single-screen.css';
import { drawRandomJoke, rememberShown } from './random-joke.ts';
import './random-screen.css';

const TITLE = 'Random Chuck Norris Fact';
const DESCRIPTION = 'One fact, drawn at random. The next one is a key press away.';
/**
 * One random joke for each history entry, if there is any, so that Back shows each of them again; a link, the space
 * bar or a swipe gets another, the arrow keys lead to its neighbors. The joke stays until the next one has loaded.
 */
function RandomJoke({ filter }: { filter: JokeFilter }) {
  const { key } = useLocation();
  const path = randomPath(filter);
  const isFiltered = path !== paths.random;
  const navigate = useNavigate();
  const { data, errorUpdateCount, isFetching, refetch } = useQuery({
    queryKey: [jokeUrls.random([], filter), key],
    queryFn: () => drawRandomJoke(filter),
    staleTime: Infinity,
  });
  const online = useOnline();
  const [shown, setShown] = useState(data);
  if (data !== undefined && data !== shown) setShown(data);
  const joke = data === undefined ? shown : data;
  const failed = data === undefined && errorUpdateCount > 0;
  useEffect(() => {
    if (data) rememberShown(data);
  }, [data]);

  // The history entry that is being left; a second click may come before the next render.
  const left = useRef<string>(undefined);
  useEffect(() => {
    left.current = undefined;
    return () => {
      left.current = undefined;
    };
  }, [key]);
  const drawAnother = () => {
    if (isFetching || left.current === key) return;
    // After a failure, it draws for the current history entry.
    if (!data) return void refetch();
    left.current = key;
    void navigate(path);
  };
  const client = useQueryClient();
  const goToNeighbor = async (neighbor: Neighbor) => {
    if (!joke || isFetching || left.current === key) return;
    left.current = key;
    try {
      const shownNow = await client.fetchQuery(singleJoke(joke.joke_id));
      const id = 'missing' in shownNow ? null : shownNow[neighbor];
      if (typeof id === 'number' && left.current === key) return await navigate(jokePath(id));
    } catch {
      announce('The next fact couldn’t be loaded.');
    }
    if (left.current === key) left.current = undefined;
  };
  const screen = useRef<HTMLDivElement>(null);
  useFactGestures(screen, {
    onAnother: drawAnother,
    onNeighbor: (neighbor) => void goToNeighbor(neighbor),
    onRate: (stars) => joke && tryToVote(joke, stars),
  });
  return (
    <div className="screen single-screen random" ref={screen}>
      <Head title={TITLE} description={DESCRIPTION} path={isFiltered ? undefined : paths.random} />
      <h1 className="single-title kicker" tabIndex={-1}>
        {TITLE}
      </h1>
      <FilterLinks filter={filter} pathOf={randomPath} />
      {joke === undefined && !failed && <Spinner label="Loading..." />}
      {joke && <SingleJoke joke={joke} linked />}
      {joke === null && (isFiltered ? <NoMatch /> : <NoJokes />)}
      {failed && (
        <LoadError
          text={
            isFiltered && !online
              ? 'You are offline, and no fact that this device has saved matches.'
              : 'Error loading random joke. Please try again later.'
          }
          onRetry={drawAnother}
        />
      )}
      {joke && (
        <div className="single-ways">
          <p className="key-hint random-hint">
            <span className="random-hint-key">
              <kbd>Space</kbd> for another, <kbd>1</kbd> to <kbd>5</kbd> to rate
            </span>
            <span className="random-hint-swipe">Swipe left for another</span>
          </p>
        </div>
      )}
      {joke !== undefined && <AnotherLink to={path} busy={isFetching} onNext={drawAnother} />}
    </div>
  );
}

/** A random joke that the filter in the URL leaves. */
export function RandomScreen() {
  const [search] = useSearchParams();
  const filter = filterOf(search, search.get('tag'));
  return filter ? <RandomJoke filter={filter} /> : <NotFoundScreen />;
}
