import type { RefObject } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { adminPath } from '../../../paths.ts';
import { DecisionToast } from '../decision-toast.tsx';
import { useReview } from './review.ts';

interface QueueStatusProps {
  /** Disables the decision buttons. */
  busy: boolean;
  /** what gets the focus when a notice is dismissed */
  heading: RefObject<HTMLElement | null>;
}

/** What the moderator must know about facts that are no longer shown, until each is dismissed. */
function FactNotices({ heading }: Pick<QueueStatusProps, 'heading'>) {
  const [review, { notices }] = useReview();
  const { pathname } = useLocation();
  const dismiss = (jokeId: number) => {
    review.dismiss(jokeId);
    heading.current?.focus({ preventScroll: true });
  };
  if (notices.length === 0) return null;
  return (
    <div className="queue-notices" role="alert">
      <ul>
        {notices.map(({ joke_id, text }) => (
          <li key={joke_id}>
            <p>
              <Link to={`${adminPath(pathname, 'log')}?fact=${joke_id}`}>Fact no. {joke_id}</Link>:{' '}
              {text}
            </p>
            <button
              type="button"
              className="button"
              aria-label={`Dismiss the notice about fact no. ${joke_id}`}
              onClick={() => dismiss(joke_id)}
            >
              Dismiss
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The last confirmation with Undo, whether decisions could not be sent, and notices about facts that are gone. */
export function QueueStatus({ busy, heading }: QueueStatusProps) {
  const [review, { status, steps }] = useReview();
  return (
    <div className="queue-status">
      <FactNotices heading={heading} />
      <DecisionToast
        notice={status === '' ? undefined : { tone: 'done', text: status }}
        onUndo={busy || steps.length === 0 ? undefined : () => review.undo()}
        keepsUndo
      />
    </div>
  );
}
