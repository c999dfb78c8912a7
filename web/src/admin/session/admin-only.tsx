import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { afterDashboard, isHiddenPath, paths } from '../../paths.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { adminLogin, stopAsking, useSession } from '../../stores/session.ts';
import { AdminLogin } from './admin-login.tsx';
import { GoogleLogin } from './google-login.tsx';

/** The router's state at /login of somebody who has to sign in as an administrator. */
export interface LoginState {
  /** where a link led: what follows the dashboard's path, such as `/queue` */
  rest?: string;
  /** Whether the user is signed in, but not as an administrator. */
  refused?: boolean;
}

/** Redirects to the login, which later leads on to this screen. */
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

/** A screen for administrators. A dialog over it asks for the password when the session has ended. */
function Guarded({ children }: { children: ReactNode }) {
  const expired = useSession((store) => store.expired);
  useEffect(() => {
    useSession.setState({ asksAgain: true });
    return () => useSession.setState({ asksAgain: false, expired: false });
  }, []);
  return (
    <>
      {children}
      {expired && <SignInAgain />}
    </>
  );
}

/**
 * Asks an administrator whose session has ended to sign in again, over the page, which stays as it is.
 * The calls that were rejected wait for it.
 */
function SignInAgain() {
  const { profile, tokens } = useSession();
  const why = (
    <p>
      Sign in as <strong>{profile?.name}</strong> again to continue where you were. Nothing is lost.
    </p>
  );
  return (
    <Dialog title="Your session has ended" unasked onClose={stopAsking}>
      {tokens.admin === null ? (
        <GoogleLogin onDone={stopAsking}>{why}</GoogleLogin>
      ) : (
        <AdminLogin username={profile?.name ?? ''}>{why}</AdminLogin>
      )}
      <DialogActions close="Cancel" onClose={stopAsking} />
    </Dialog>
  );
}

/**
 * Shows a screen to administrators and redirects everyone else to the login (specification §6). While the
 * server verifies a stored token, the screen already loads: the server verifies it with each call.
 */
export default function AdminOnly({ children }: { children: ReactNode }) {
  const { status, isAdmin, left } = useSession();
  const [leftBefore] = useState(left);
  if (isAdmin || status === 'checking') return <Guarded>{children}</Guarded>;
  // Logging out here clears the flag and leads nowhere; only the next visit does.
  if (left !== leftBefore) return <Navigate to={paths.login} replace />;
  return <ToLogin refused={status === 'signed-in'} />;
}
