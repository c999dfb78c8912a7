import { useLayoutEffect, useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { afterDashboard, isHiddenPath, paths } from '../../paths.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { adminLogin, askToSignIn, useSession } from '../../stores/session.ts';
import { AdminLogin } from './admin-login.tsx';
import { GoogleLogin } from './google-login.tsx';

/** The router's state at /login after a redirect from an admin screen. */
export interface LoginState {
  /** the rest of the requested path after the dashboard's, such as `/queue` */
  rest?: string;
  /** Whether the user is signed in, but not as an administrator. */
  refused?: boolean;
}

/** Redirects to the login, which returns to this screen. */
function ToLogin({ refused }: { refused: boolean }) {
  const { pathname, search } = useLocation();
  const offersAdminLogin = isHiddenPath(pathname);
  // A layout effect runs before Navigate's effect, so that the login screen sees the flag.
  useLayoutEffect(() => {
    if (offersAdminLogin) adminLogin.save(true);
  }, [offersAdminLogin]);
  const state: LoginState = { rest: afterDashboard(pathname) + search, refused };
  return <Navigate to={paths.login} replace state={state} />;
}

/** Asks to sign in again when the session has ended. The screen below stays, and the rejected calls wait. */
function SignInAgain({ name, hasPassword }: { name: string; hasPassword: boolean }) {
  const close = () => askToSignIn(false);
  const why = (
    <p>
      Sign in as <strong>{name}</strong> again to continue where you were. Nothing is lost.
    </p>
  );
  return (
    <Dialog title="Your session has ended" unasked onClose={close}>
      {hasPassword ? (
        <AdminLogin username={name}>{why}</AdminLogin>
      ) : (
        <GoogleLogin onDone={close}>{why}</GoogleLogin>
      )}
      <DialogActions close="Cancel" onClose={close} />
    </Dialog>
  );
}

/**
 * Shows a screen to administrators and redirects everyone else to the login. While the
 * server verifies a stored token, the screen already loads: the server verifies it with each call.
 */
export default function AdminOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  const [before] = useState(session);
  if (session.is === 'visitor') return <ToLogin refused />;
  if (session.is === 'signed-out') {
    // After a logout on this screen, the login does not return to it.
    const isLeaving = session.left && before.is !== 'signed-out';
    return isLeaving ? <Navigate to={paths.login} /> : <ToLogin refused={false} />;
  }
  return (
    <>
      {children}
      {session.is === 'ended' && session.asks && (
        <SignInAgain name={session.profile.name} hasPassword={session.tokens.admin !== null} />
      )}
    </>
  );
}
