import { useLayoutEffect, type ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { LoadError } from '../../components/load-error.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { offerAdminLogin } from '../../stores/session-storage.ts';
import { useSession } from '../../stores/session.ts';
import { resumeSession } from './resume-session.ts';

interface AdminOnlyProps {
  /** On the hidden route, whose visitors are offered the administrator's login. */
  hidden?: boolean;
  children: ReactNode;
}

function ToLogin({ offering }: { offering: boolean }) {
  // Before Navigate's own effect: the login screen looks at the flag as it opens.
  useLayoutEffect(() => {
    if (offering) offerAdminLogin(true);
  }, [offering]);
  return <Navigate to={paths.login} replace />;
}

/** Shows a screen to administrators; everyone else is sent to the login (specification §6). */
export default function AdminOnly({ hidden = false, children }: AdminOnlyProps) {
  const { status, isAdmin, checkFailed, left } = useSession();
  if (isAdmin) return children;
  if (status !== 'checking') return <ToLogin offering={hidden && !left} />;
  if (!checkFailed) return <Spinner label="Checking your sign-in…" />;
  return (
    <LoadError
      text="Your sign-in could not be checked. Please try again later."
      onRetry={() => void resumeSession()}
    />
  );
}
