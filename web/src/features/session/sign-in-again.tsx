import { Dialog } from '../../components/dialog.tsx';
import { useSession } from '../../stores/session.ts';
import { AdminLogin } from './admin-login.tsx';
import { GoogleLogin } from './google-login.tsx';
import './session.css';

/**
 * Asks an administrator whose session has ended to sign in again, over the page, which stays as it is.
 * The calls that were rejected wait for it.
 */
export function SignInAgain() {
  const { profile, tokens, stopAsking } = useSession();
  const cancel = (
    <button type="button" className="button" onClick={stopAsking}>
      Cancel
    </button>
  );
  return (
    <Dialog title="Your session has ended" unasked onClose={stopAsking}>
      {tokens.admin === null ? (
        <>
          <GoogleLogin onDone={stopAsking}>
            Sign in with Google as <strong>{profile?.name}</strong> again to continue where you
            were. Nothing is lost.
          </GoogleLogin>
          <div className="dialog-actions">{cancel}</div>
        </>
      ) : (
        <>
          <p className="session-again">
            Sign in as <strong>{profile?.name}</strong> again to continue where you were. Nothing is
            lost.
          </p>
          <AdminLogin username={profile?.name ?? ''}>{cancel}</AdminLogin>
        </>
      )}
    </Dialog>
  );
}
