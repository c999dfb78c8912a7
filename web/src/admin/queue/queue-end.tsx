import { countText } from '../../ui/format.ts';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { adminPath } from '../../paths.ts';
import { QueueStatus } from './queue-bar.tsx';

interface QueueEndProps {
  /** how many facts this visit has shown */
  seen: number;
  /** how many of them were skipped */
  left: number;
  /** Loads the facts again, from the first one on. */
  onAgain: () => void;
  onUndo: () => void;
}

/** What is shown when no fact is left. */
export function QueueEnd({ seen, left, onAgain, onUndo }: QueueEndProps) {
  const { pathname } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The focus was on the fact that has disappeared.
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <section className="stack">
      <h2 tabIndex={-1} ref={heading}>
        {seen === 0 ? 'Nothing to review.' : 'That was the last one.'}
      </h2>
      {left === 0 && <p>You’ve reviewed every submission. Chuck Norris approves.</p>}
      <div className="row">
        <button
          type="button"
          className={left > 0 ? 'button button-main' : 'button'}
          onClick={onAgain}
        >
          {left > 0 ? `Review the skipped ${countText(left, 'fact')}` : 'Look for new facts'}
        </button>
        {seen > 0 && (
          <Link className="button" to={adminPath(pathname, 'log')}>
            Show the log
          </Link>
        )}
      </div>
      <QueueStatus onUndo={onUndo} />
    </section>
  );
}
