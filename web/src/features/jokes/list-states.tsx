import type { JokeList } from 'functions/contract';
import type { ReactNode } from 'react';
import { LoadError } from '../../components/load-error.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { NoFacts } from './no-facts.tsx';
import './list-states.css';

interface ListStatesProps {
  /** the list, once there is one */
  list: JokeList | undefined;
  failed: boolean;
  /** the specification's words for a failure */
  errorText: string;
  onRetry: () => void;
  /** Shows a list that is not empty. */
  children: (list: JokeList) => ReactNode;
}

/** A list of facts in each of its states: loading, failed, empty, there. */
export function ListStates({ list, failed, errorText, onRetry, children }: ListStatesProps) {
  if (list !== undefined) return list.jokes.length === 0 ? <NoFacts /> : children(list);
  if (failed) return <LoadError text={errorText} onRetry={onRetry} />;
  // Its key keeps React from making it the first element of the list, which would then seem to move.
  return (
    <div key="loading" className="list-loading">
      <Spinner label="Loading facts…" />
      <ListSkeleton />
    </div>
  );
}
