import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { dropDecisions, unanswered, useDecisions } from './decisions.ts';
import { decisionsText } from './notices.ts';
import { leave } from './session/logout-button.tsx';
// A logout on any screen removes what was skipped and what was being written.
import './queue/queue.ts';
import './unsaved-texts.ts';

/** Makes the browser ask before the page is left. */
const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();

/** Logs an administrator out: at once, or after a question while decisions are not sent, as closing the page asks one. */
export default function ModeratorLogout({ className }: { className: string }) {
  const [isAsking, setAsking] = useState(false);
  const count = unanswered(useDecisions()).length;
  const isUnsent = count > 0;
  useLayoutEffect(() => {
    if (!isUnsent) return undefined;
    addEventListener('beforeunload', askFirst);
    return () => removeEventListener('beforeunload', askFirst);
  }, [isUnsent]);
  const stay = () => setAsking(false);
  const press = () => {
    if (unanswered(useDecisions.getState()).length > 0) setAsking(true);
    else leave();
  };
  const leaveAnyway = () => {
    flushSync(stay);
    dropDecisions();
    leave();
  };
  return (
    <>
      <button type="button" className={className} onClick={press}>
        Logout
      </button>
      {isAsking && (
        <Dialog title="Log out?" onClose={stay}>
          <p>
            {count === 0
              ? 'All decisions are sent now.'
              : `${decisionsText(count)} not sent. Log out anyway?`}
          </p>
          <DialogActions close="Stay" onClose={stay}>
            <button type="button" className="button button-main" onClick={leaveAnyway}>
              Log out
            </button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
