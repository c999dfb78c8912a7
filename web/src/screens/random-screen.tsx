import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { jokePath, jokeCalls, paths } from '../paths.ts';
import { Head } from '../ui/head.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { NoJokes } from '../facts/list-states.tsx';
import { tryToVote } from '../facts/votes.ts';
import { AnotherLink } from '../facts/another-link.tsx';
import { queryOf, type PageLoader } from '../facts/joke-queries.ts';
import { SingleJoke } from '../facts/single-joke.tsx';
import styles from '../facts/single-screen.module.css';
import { useFactGestures } from '../facts/use-fact-gestures.ts';
import {
  drawRandomJoke,
  nextJoke,
  RANDOM_AHEAD,
  showJoke,
  takeCarried,
  useSupply,
} from '../facts/random-joke.ts';
import { useConnection } from '../stores/connection.ts';

const TITLE = 'Random Chuck Norris Fact';
const DESCRIPTION = 'One fact, drawn at random. The next one is a key press away.';

export const loader: PageLoader = async ({ load, tryToLoad }) => {
  const drawn: number[] = [];
  const draw = () => queryOf(jokeCalls.random(drawn));
  drawn.push((await load(draw())).joke_id);
  while (drawn.length <= RANDOM_AHEAD) {
    const next = await tryToLoad(draw());
    // Without another one, the draw repeats one of these.
    if (next === undefined || drawn.includes(next.joke_id)) return;
    drawn.push(next.joke_id);
  }
};

/** Shown if a tap finds no other joke. */
function OnlyJoke() {
  return (
    <p>
      There is no other fact yet. <Link to={paths.submit}>Submit one</Link> before he notices.
    </p>
  );
}

/**
 * One random joke per history entry, so that Back shows each of them again; a link, the right
 * arrow key or a swipe gets another, which is ready. If it is not, the joke stays until it has loaded.
 */
export default function RandomScreen() {
  const { key } = useLocation();
  const navigate = useNavigate();
  const { data, errorUpdateCount, isFetching, refetch } = useQuery({
    queryKey: [jokeCalls.random().url, key],
    queryFn: drawRandomJoke,
    initialData: nextJoke,
    staleTime: Infinity,
  });
  const isOnly = useSupply(({ ahead, draw }) => ahead.length === 0 && draw.is === 'exhausted');
  const isOnline = useConnection((connection) => connection === 'online');
  const [shown, setShown] = useState(data);
  if (data !== undefined && data !== shown) setShown(data);
  const joke = data === undefined ? shown : data;
  const failed = data === undefined && errorUpdateCount > 0;
  useEffect(takeCarried, []);
  useEffect(() => {
    if (data) showJoke(data);
  }, [data]);

  // The history entry that is being left; a second click may come before the next render.
  const left = useRef<string>(undefined);
  useEffect(() => {
    left.current = undefined;
  }, [key]);
  const drawAnother = () => {
    if (isFetching || left.current === key) return;
    // After a failure, it draws for the current history entry.
    if (!data) return void refetch();
    left.current = key;
    void navigate(paths.random);
  };
  const screen = useRef<HTMLDivElement>(null);
  useFactGestures(screen, {
    onAnother: drawAnother,
    onRate: (stars) => joke && tryToVote(joke, stars),
  });
  return (
    <div className={styles.screen} ref={screen}>
      <Head title={TITLE} description={DESCRIPTION} path={paths.random} />
      <div className="spread">
        <h1 className="kicker" tabIndex={-1}>
          {TITLE}
        </h1>
        {joke && (
          <h2 className="joke-number">
            <Link to={jokePath(joke.joke_id)}>{`Fact no. ${joke.joke_id}`}</Link>
            {!isOnline && <span>, from what this browser has saved</span>}
          </h2>
        )}
      </div>
      {joke === undefined && !failed && <Spinner label="Loading..." />}
      {joke && <SingleJoke joke={joke} generates />}
      {isOnly && joke && <OnlyJoke />}
      {joke === null && <NoJokes />}
      {failed && (
        <LoadError
          saved
          text="Error loading random joke. Please try again later."
          onRetry={drawAnother}
        />
      )}
      {joke && <AnotherLink busy={isFetching} onNext={drawAnother} />}
    </div>
  );
}
