import { countText } from '../../ui/format.ts';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { adminPath } from '../../paths.ts';
import { useShortcuts } from '../../stores/shortcuts.ts';
import { QueueStatus } from './queue-bar.tsx';
import { useReview } from './review.ts';
import { countOf } from './visit.ts';

/** What is shown when no fact is left: nothing to review, or what was decided in this visit. */
export function QueueEnd() {
  const [review, state] = useReview();
  const { pathname } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const skipped = countOf(state, 'skipped');
  const decided = countOf(state) - skipped;
  const isEmpty = countOf(state) === 0;

  useEffect(() => {
    // The focus was on the fact that has disappeared.
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  useShortcuts((key) => {
    if (key !== 'z') return false;
    review.undo();
    return true;
  });

  return (
    <section className="queue-end">
      <h2 tabIndex={-1} ref={heading}>
        {isEmpty ? 'Nothing to review.' : 'That was the last one.'}
      </h2>
      {isEmpty && <p>You’ve reviewed every submission. Chuck Norris approves.</p>}
      {!isEmpty && (
        <p>
          {`You approved ${countText(countOf(state, 'approved'), 'fact')} and rejected ` +
            countText(countOf(state, 'rejected'), 'fact') +
            (skipped > 0 ? `, and skipped ${countText(skipped, 'fact')}.` : '.')}
        </p>
      )}
      <div className="queue-end-actions">
        {skipped > 0 && (
          <button
            type="button"
            className="button button-main"
            onClick={() => review.reviewSkipped()}
          >
            {`Review the skipped ${countText(skipped, 'fact')}`}
          </button>
        )}
        <button type="button" className="button" onClick={() => review.lookAgain()}>
          Look for new facts
        </button>
        {decided > 0 && (
          <Link className="button" to={adminPath(pathname, 'log')}>
            Show the log
          </Link>
        )}
      </div>
      {!isEmpty && <QueueStatus busy={false} heading={heading} />}
    </section>
  );
}
