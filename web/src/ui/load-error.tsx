import { useConnection } from '../stores/connection.ts';
import styles from './load-error.module.css';

const NOT_SAVED = 'You are offline, and this browser has not saved this page.';

interface LoadErrorProps {
  /** the message for this failure */
  text: string;
  /** Whether browsers save what failed to load, for reading offline. */
  saved?: boolean;
  onRetry: () => void;
}

/** An error message in place of content that failed to load, with a retry button. */
export function LoadError({ text, saved = false, onRetry }: LoadErrorProps) {
  const connection = useConnection();
  const offline = connection === 'offline';
  return (
    <div className={`${styles.error} stack`} role="alert">
      <p className={styles.text}>{saved && offline ? NOT_SAVED : text}</p>
      {offline && <p>It loads automatically when you are back online.</p>}
      {connection === 'unreachable' && (
        <p>The site can’t be reached. Please check your connection.</p>
      )}
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
      <noscript>
        {/* The same page. */}
        <a className="button" href="">
          Try again
        </a>
      </noscript>
    </div>
  );
}
