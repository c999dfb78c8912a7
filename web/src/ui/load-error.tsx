import './load-error.css';
import { useOnline } from './use-online.ts';

interface LoadErrorProps {
  /** the specification's message for this failure */
  text: string;
  onRetry: () => void;
}

/** An error message in place of content that failed to load, with a retry button. */
export function LoadError({ text, onRetry }: LoadErrorProps) {
  const online = useOnline();
  return (
    <div className="load-error" role="alert">
      <p className="load-error-text">{text}</p>
      {!online && <p>You are offline. This loads automatically when you are back online.</p>}
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
