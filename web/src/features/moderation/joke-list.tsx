import type { Joke, JokeList as JokeListData } from 'functions/contract';
import type { RefObject } from 'react';
import { LoadError } from '../../components/load-error.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { messageOf, UNKNOWN_FAILURE } from './failure-text.ts';
import type { JokeAction } from './joke-actions.tsx';
import { JokeRows } from './joke-rows.tsx';
import type { ModerationAction } from './use-moderation.ts';
import { useRowFocus } from './use-row-focus.ts';

const NO_JOKES: readonly Joke[] = [];

interface JokeListProps {
  /** The list, once it has loaded; while `stale`, that of the previous page. */
  list: JokeListData | undefined;
  stale: boolean;
  /** why it failed to load or reload */
  error: Error | null;
  running: ReadonlyMap<number, ModerationAction>;
  /** gets the focus when the last row disappears */
  heading: RefObject<HTMLElement | null>;
  onRetry: () => void;
  onAction: (joke: Joke, action: JokeAction) => void;
}

/** A page of jokes in each of its states: loading, failed, empty, stale or loaded. */
export function JokeList(props: JokeListProps) {
  const { list, stale, error, running, heading, onRetry, onAction } = props;
  const jokes = list?.jokes ?? NO_JOKES;
  const { frame, onFocus, onBlur } = useRowFocus(jokes, heading);
  return (
    <>
      {error !== null && (
        <LoadError text={`Error: ${messageOf(error, UNKNOWN_FAILURE)}`} onRetry={onRetry} />
      )}
      {list === undefined && error === null && <Spinner label="Loading..." />}
      {list !== undefined && jokes.length === 0 && (
        <p className="joke-list-empty">No jokes found.</p>
      )}
      <div
        className="joke-list"
        aria-busy={stale}
        inert={stale}
        ref={frame}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        {jokes.length > 0 && <JokeRows jokes={jokes} running={running} onAction={onAction} />}
      </div>
    </>
  );
}
