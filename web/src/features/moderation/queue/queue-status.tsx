import { Link, useLocation } from 'react-router-dom';
import { messageOf } from '../../../api/failure.ts';
import { BusyButton } from '../../../components/busy-button.tsx';
import { adminPath } from '../../../paths.ts';
import '../decision-toast.css';
import { UNKNOWN_FAILURE } from '../moderation-queries.ts';
import { useShortcutSetting } from '../../../stores/shortcuts.ts';
import { review, useReview } from './use-review.ts';

function unsentText(count: number): string {
  return count === 1 ? 'One decision is not sent yet.' : `${count} decisions are not sent yet.`;
}

/** What the moderator must know about facts that are no longer shown, until each is dismissed. */
function Notices() {
  const notices = useReview(({ notices }) => notices);
  const { pathname } = useLocation();
  const dismiss = (jokeId: number) => {
    review.dismiss(jokeId);
    // The focus must not disappear with the button.
    document.querySelector<HTMLElement>('.queue h2')?.focus({ preventScroll: true });
  };
  return (
    <div className="queue-notices" role="alert">
      {notices.length > 0 && (
        <ul>
          {notices.map(({ joke_id, text }) => (
            <li key={joke_id}>
              <p>
                <Link to={`${adminPath(pathname, 'log')}?fact=${joke_id}`}>Fact no. {joke_id}</Link>
                : {text}
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
      )}
    </div>
  );
}

/** The last confirmation with Undo, whether decisions could not be sent, and notices about facts that are gone. */
export function QueueStatus({ busy = false }: { busy?: boolean }) {
  const { status, steps, unsent, problem } = useReview();
  const shortcuts = useShortcutSetting();
  return (
    <div className="queue-status">
      <Notices />
      <div className="decision-toast" data-tone={status === '' ? undefined : 'done'}>
        {/* The screen's live region reads it aloud. */}
        <p>{status}</p>
        <BusyButton
          className="undo-button"
          aria-keyshortcuts={shortcuts ? 'Z' : undefined}
          busy={busy || steps.length === 0}
          onClick={() => review.undo()}
        >
          Undo{shortcuts && <kbd aria-hidden="true">Z</kbd>}
        </BusyButton>
      </div>
      <div className="queue-problem" role="alert">
        {problem !== undefined && (
          <>
            <p>
              {unsentText(unsent)} {messageOf(problem, UNKNOWN_FAILURE)} Keep this page open:
              sending is tried again automatically.
            </p>
            <button type="button" className="button" onClick={() => review.retry()}>
              Try again now
            </button>
          </>
        )}
      </div>
    </div>
  );
}
