import './load-error.css';
import { useOnline } from './use-online.ts';

interface LoadErrorProps {
  /** the specification's words for this failure */
  text: string;
  onRetry: () => void;
}

/** What stands in place of something that could not be loaded, with a way to try again. */
export function LoadError({ text, onRetry }: LoadErrorProps) {
  const online = useOnline();
  return (
    <div className="load-error" role="alert">
      <p className="load-error-text">{text}</p>
      {!online && <p>You are offline. This loads by itself once you are back.</p>}
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
