import { messageOf } from '../../../api/failure.ts';
import { BusyButton } from '../../../components/busy-button.tsx';
import '../decision-toast.css';
import { UNKNOWN_FAILURE } from '../moderation-queries.ts';
import { useShortcutSetting } from './shortcuts.ts';
import { review, useReview } from './use-review.ts';

function unsentText(count: number): string {
  return count === 1 ? 'One decision is not sent yet.' : `${count} decisions are not sent yet.`;
}

/** The last confirmation with Undo, and whether decisions could not be sent. */
export function QueueStatus({ busy = false }: { busy?: boolean }) {
  const { status, steps, unsent, problem } = useReview();
  const shortcuts = useShortcutSetting();
  return (
    <>
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
              {unsentText(unsent)} {messageOf(problem, UNKNOWN_FAILURE)} Keep this page open: they
              are sent again automatically.
            </p>
            <button type="button" className="button" onClick={() => review.retry()}>
              Try again now
            </button>
          </>
        )}
      </div>
    </>
  );
}
