import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { adminLogin, stopAsking, useSession } from '../../stores/session.ts';
import { AdminLogin } from './admin-login.tsx';
import { GoogleLogin } from './google-login.tsx';

/** The router's state at /login of a user who is signed in, but has to sign in as an administrator. */
export const REFUSED = 'refused';

interface ToLoginProps {
  /** Offers the administrator's login there. */
  offering: boolean;
  refused: boolean;
}

function ToLogin({ offering, refused }: ToLoginProps) {
  // A layout effect runs before Navigate's effect, so that the login screen sees the flag.
  useLayoutEffect(() => {
    if (offering) adminLogin.save(true);
  }, [offering]);
  return <Navigate to={paths.login} replace state={refused ? REFUSED : null} />;
}

interface AdminOnlyProps {
  /** True on the hidden route, which offers the administrator's login. */
  hidden?: boolean;
  children: ReactNode;
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
  return (
    <Dialog title="Your session has ended" unasked onClose={stopAsking}>
      {tokens.admin === null ? (
        <>
          <GoogleLogin onDone={stopAsking}>
            Sign in with Google as <strong>{profile?.name}</strong> again to continue where you
            were. Nothing is lost.
          </GoogleLogin>
          <DialogActions close="Cancel" onClose={stopAsking} />
        </>
      ) : (
        <>
          <AdminLogin username={profile?.name ?? ''}>
            Sign in as <strong>{profile?.name}</strong> again to continue where you were. Nothing is
            lost.
          </AdminLogin>
          <DialogActions close="Cancel" onClose={stopAsking} />
        </>
      )}
    </Dialog>
  );
}

/** Shows a screen to administrators and redirects everyone else to the login (specification §6). */
export default function AdminOnly({ hidden = false, children }: AdminOnlyProps) {
  const { status, isAdmin, checkFailed, left } = useSession();
  const [leftBefore] = useState(left);
  if (isAdmin) return <Guarded>{children}</Guarded>;
  if (status !== 'checking') {
    // Logging out here clears the flag; only the next visit sets it again.
    const visiting = left === leftBefore;
    return <ToLogin offering={hidden && visiting} refused={status === 'signed-in'} />;
  }
  if (!checkFailed) return <Spinner label="Checking your sign-in…" />;
  return (
    <LoadError
      text="Couldn’t check your sign-in. Please try again later."
      onRetry={() => useSession.setState({ checkFailed: false })}
    />
  );
}
