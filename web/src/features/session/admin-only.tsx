import { useLayoutEffect, type ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { LoadError } from '../../components/load-error.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { offerAdminLogin, useSession } from '../../stores/session.ts';
import { resumeSession } from './resume-session.ts';

interface AdminOnlyProps {
  /** True on the hidden route, which offers the administrator's login. */
  hidden?: boolean;
  children: ReactNode;
}

function ToLogin({ offering }: { offering: boolean }) {
  // A layout effect runs before Navigate's effect, so that the login screen sees the flag.
  useLayoutEffect(() => {
    if (offering) offerAdminLogin(true);
  }, [offering]);
  return <Navigate to={paths.login} replace />;
}

/** Shows a screen to administrators and redirects everyone else to the login (specification §6). */
export default function AdminOnly({ hidden = false, children }: AdminOnlyProps) {
  const { status, isAdmin, checkFailed, left } = useSession();
  if (isAdmin) return children;
  if (status !== 'checking') return <ToLogin offering={hidden && !left} />;
  if (!checkFailed) return <Spinner label="Checking your sign-in…" />;
  return (
    <LoadError
      text="Couldn't check your sign-in. Please try again later."
      onRetry={() => void resumeSession()}
    />
  );
}
