import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Screen } from '../../components/screen.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { isAdminLoginOffered, useSession } from '../../stores/session.ts';
import { AdminLogin } from './admin-login.tsx';
import { GoogleLogin } from './google-login.tsx';
import { LoginTabs } from './login-tabs.tsx';
import './session.css';

/** Where each user goes after the login (specification §2). */
function useLanding(): string {
  const { isAdmin, tokens } = useSession();
  if (tokens.admin !== null) return paths.hiddenAdmin;
  return isAdmin ? paths.admin : paths.home;
}

/** The Google login and, after a visit to the hidden route, the administrator's login. */
export default function LoginScreen() {
  const landing = useLanding();
  const { status, checkFailed } = useSession();
  const [offered] = useState(isAdminLoginOffered);
  // Only a Google user who was redirected from the hidden route has a reason to stay.
  const [stays, setStays] = useState(() => offered && !useSession.getState().isAdmin);
  const leave = () => setStays(false);

  if (status === 'signed-in' && !stays) return <Navigate to={landing} replace />;
  return (
    <Screen title="Login">
      {status === 'checking' && !checkFailed ? (
        <Spinner label="Checking your sign-in…" />
      ) : offered ? (
        <LoginTabs google={<GoogleLogin onDone={leave} />} admin={<AdminLogin onDone={leave} />} />
      ) : (
        <GoogleLogin onDone={leave} />
      )}
    </Screen>
  );
}
