import { messageOf } from '../api/failure.ts';
import { LoadError } from '../ui/load-error.tsx';
import { Spinner } from '../ui/spinner.tsx';
import styles from './dashboard.module.css';

interface QueryStatesProps {
  query: { data: unknown; error: unknown; refetch: () => unknown };
  /** the message if there is nothing to show */
  empty?: string | false;
}

/** The loading, error and empty states of a query. */
export function QueryStates({ query: { data, error, refetch }, empty }: QueryStatesProps) {
  if (error !== null) {
    const text = `Error: ${messageOf(error)}`;
    return <LoadError text={text} onRetry={() => void refetch()} />;
  }
  if (data === undefined) return <Spinner label="Loading..." />;
  return empty ? <p className={styles.empty}>{empty}</p> : null;
}
