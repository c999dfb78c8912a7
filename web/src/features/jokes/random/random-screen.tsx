import { useQuery } from '@tanstack/react-query';
import { ApiError, jokeUrls } from 'functions/contract';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { BusyButton } from '../../../components/busy-button.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Head } from '../../../components/head.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { paths } from '../../../paths.ts';
import { NoJokes } from '../list-states.tsx';
import { SingleJoke } from '../single/single-joke.tsx';
import '../single/single-screen.css';
import { drawRandomJoke } from './random-joke.ts';
import './random-screen.css';

const TITLE = 'Random Chuck Norris Fact';
const DESCRIPTION = 'One fact, drawn at random. The next one is a key press away.';
/** Minimum length of a swipe in pixels; it must also be at least twice as wide as high. */
const SWIPE_PX = 60;

const CONTROLS = 'a, button, input, textarea, select, summary, [contenteditable], [role=dialog]';

function isOnControl({ target }: Event): boolean {
  return target instanceof Element && target.closest(CONTROLS) !== null;
}

function isSwipe(from: Touch, to: Touch): boolean {
  // On a zoomed page, fingers pan the page.
  if (visualViewport !== null && visualViewport.scale > 1) return false;
  const across = from.clientX - to.clientX;
  return across >= SWIPE_PX && across >= 2 * Math.abs(from.clientY - to.clientY);
}

/** Calls `onNext` on the space bar, unless a control has the focus, and on a swipe to the left over `area`. */
function useNextGestures(area: RefObject<HTMLElement | null>, onNext: () => void): void {
  const next = useEffectEvent(onNext);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    let start: Touch | undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const modified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
      if (event.key !== ' ' || modified || event.repeat || isOnControl(event)) return;
      event.preventDefault();
      next();
    };
    const onTouchStart = ({ touches }: TouchEvent) => {
      start = touches.length === 1 ? touches[0] : undefined;
    };
    const onTouchEnd = ({ changedTouches: [end] }: TouchEvent) => {
      if (start !== undefined && end !== undefined && isSwipe(start, end)) next();
      start = undefined;
    };
    window.addEventListener('keydown', onKeyDown, { signal });
    area.current?.addEventListener('touchstart', onTouchStart, { signal, passive: true });
    area.current?.addEventListener('touchend', onTouchEnd, { signal, passive: true });
    return () => listening.abort();
  }, [area]);
}

/**
 * One random joke for each history entry, so that Back shows each of them again; a button, the space
 * bar or a swipe gets another. The joke stays until the next one has loaded.
 */
export default function RandomScreen() {
  const { key } = useLocation();
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [jokeUrls.random, key],
    queryFn: drawRandomJoke,
    staleTime: Infinity,
  });
  const [shown, setShown] = useState(data);
  if (data !== undefined && data !== shown) setShown(data);
  const joke = data ?? shown;
  const drawAnother = () => {
    // After a failure, it draws for the current history entry.
    if (!isFetching) void (data === undefined ? refetch() : navigate(paths.random));
  };
  const screen = useRef<HTMLDivElement>(null);
  useNextGestures(screen, drawAnother);
  const none = error instanceof ApiError && error.code === 'not_found';
  return (
    <div className="screen single-screen random" ref={screen}>
      <Head title={TITLE} description={DESCRIPTION} path={paths.random} />
      <h1 className="single-title kicker" tabIndex={-1}>
        {TITLE}
      </h1>
      {joke === undefined && error === null && <Spinner label="Loading..." />}
      {joke && !none && <SingleJoke joke={joke} />}
      {none && <NoJokes />}
      {error !== null && !none && (
        <LoadError
          text="Error loading random joke. Please try again later."
          onRetry={drawAnother}
        />
      )}
      {(joke !== undefined || none) && (
        <BusyButton busy={isFetching} onClick={drawAnother}>
          {isFetching ? 'Loading...' : 'Get Another Random Fact'}
        </BusyButton>
      )}
      {joke !== undefined && (
        <p className="random-hint">
          or press <kbd>Space</kbd>
        </p>
      )}
    </div>
  );
}
