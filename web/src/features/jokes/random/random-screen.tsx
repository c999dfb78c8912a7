import { useQuery } from '@tanstack/react-query';
import { jokeUrls } from 'functions/contract';
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent as ReactKeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { LoadError } from '../../../components/load-error.tsx';
import { Head } from '../../../components/head.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { paths } from '../../../paths.ts';
import { NoJokes } from '../list-states.tsx';
import { SingleJoke } from '../single/single-joke.tsx';
import '../single/single-screen.css';
import { drawRandomJoke, rememberShown } from './random-joke.ts';
import './random-screen.css';

const TITLE = 'Random Chuck Norris Fact';
const DESCRIPTION = 'One fact, drawn at random. The next one is a key press away.';
/** Minimum length of a swipe in pixels; it must also be at least twice as wide as high. */
const SWIPE_PX = 60;

type Modifiers = Pick<KeyboardEvent, 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>;

function isModified({ ctrlKey, altKey, metaKey, shiftKey }: Modifiers): boolean {
  return ctrlKey || altKey || metaKey || shiftKey;
}

const CONTROLS =
  'a, button, input, textarea, select, summary, [contenteditable], dialog, [role=dialog]';

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
      if (event.key !== ' ' || isModified(event) || event.repeat || isOnControl(event)) return;
      event.preventDefault();
      next();
    };
    const onTouchStart = ({ touches, target }: TouchEvent) => {
      const isOnDialog = target instanceof Element && target.closest('dialog') !== null;
      start = touches.length === 1 && !isOnDialog ? touches[0] : undefined;
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

interface AnotherLinkProps {
  busy: boolean;
  onNext: () => void;
}

/**
 * Links to another random joke, which the server draws if scripts don't run. It looks like a button,
 * so the space bar follows it, too.
 */
function AnotherLink({ busy, onNext }: AnotherLinkProps) {
  const onClick = (event: MouseEvent) => {
    // The browser opens another tab or window.
    if (isModified(event)) return;
    event.preventDefault();
    onNext();
  };
  const onKeyDown = (event: ReactKeyboardEvent) => {
    if (event.key !== ' ' || isModified(event)) return;
    event.preventDefault();
    if (!event.repeat) onNext();
  };
  return (
    <Link
      className="button random-next"
      to={paths.random}
      aria-disabled={busy}
      draggable={false}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      {busy ? 'Loading...' : 'Get Another Random Fact'}
    </Link>
  );
}

/**
 * One random joke for each history entry, if there is any, so that Back shows each of them again; a link, the space
 * bar or a swipe gets another. The joke stays until the next one has loaded.
 */
export default function RandomScreen() {
  const { key } = useLocation();
  const navigate = useNavigate();
  const { data, errorUpdateCount, isFetching, refetch } = useQuery({
    queryKey: [jokeUrls.random, key],
    queryFn: drawRandomJoke,
    staleTime: Infinity,
  });
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
  }, [key]);
  const drawAnother = () => {
    if (isFetching || left.current === key) return;
    // After a failure, it draws for the current history entry.
    if (!data) return void refetch();
    left.current = key;
    void navigate(paths.random);
  };
  const screen = useRef<HTMLDivElement>(null);
  useNextGestures(screen, drawAnother);
  return (
    <div className="screen single-screen random" ref={screen}>
      <Head title={TITLE} description={DESCRIPTION} path={paths.random} />
      <h1 className="single-title kicker" tabIndex={-1}>
        {TITLE}
      </h1>
      {joke === undefined && !failed && <Spinner label="Loading..." />}
      {joke && <SingleJoke joke={joke} linked />}
      {joke === null && <NoJokes />}
      {failed && (
        <LoadError
          text="Error loading random joke. Please try again later."
          onRetry={drawAnother}
        />
      )}
      {joke !== undefined && <AnotherLink busy={isFetching} onNext={drawAnother} />}
      {joke && (
        <p className="random-hint">
          <span className="random-hint-key">
            or press <kbd>Space</kbd>
          </span>
          <span className="random-hint-swipe">or swipe left</span>
        </p>
      )}
    </div>
  );
}
