import { useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Screen } from '../../ui/screen.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { adminLogin, useSession } from '../../stores/session.ts';
import { AdminLogin } from './admin-login.tsx';
import type { LoginState } from './admin-only.tsx';
import { GoogleLogin } from './google-login.tsx';
import { LogoutButton } from './logout-button.tsx';
import { Unsent } from '../toast.tsx';
import styles from './session.module.css';

/** Explains to a user who is signed in why an admin route redirected here. */
function Refusal({ name }: { name: string }) {
  return (
    <div className={`${styles.form} ${styles.refusal} stack`} role="status">
      <p>
        You are signed in as <strong>{name}</strong>, but this account is not an administrator. Sign
        in with another account, or log out.
      </p>
      <LogoutButton className="button" />
    </div>
  );
}

/** The Google login and, after a visit to the hidden route, the administrator's login. */
export default function LoginScreen() {
  const session = useSession();
  const isAdmin = session.is === 'admin';
  const adminLoginOffered = adminLogin.use();
  const { rest = '', refused: wasRefused }: LoginState = { ...Object(useLocation().state) };
  const [changedAccount, setChangedAccount] = useState(false);
  const [tab, setTab] = useState<'google' | 'admin'>('google');
  const refused = wasRefused === true && !isAdmin && !changedAccount;

  if ((isAdmin || session.is === 'visitor') && !refused) {
    // An administrator returns to the requested admin screen.
    const dashboard = session.tokens.admin === null ? paths.admin : paths.hiddenAdmin;
    return <Navigate to={isAdmin ? dashboard + rest : paths.home} replace />;
  }
  const google = (
    <GoogleLogin onDone={() => setChangedAccount(true)}>
      <p>You don’t need an account to rate or submit. Signing in puts your name at the top.</p>
    </GoogleLogin>
  );
  return (
    <Screen title="Login">
      {session.is === 'visitor' && <Refusal name={session.profile.name} />}
      <Unsent />
      {session.is === 'checking' ? (
        <Spinner label="Checking your sign-in…" />
      ) : adminLoginOffered ? (
        <div className={`${styles.tabs} stack`}>
          <Tabs
            id="login"
            label="Login method"
            tabs={[
              { name: 'google', title: 'Google Login', panel: google },
              { name: 'admin', title: 'Admin Login', panel: <AdminLogin /> },
            ]}
            chosen={tab}
            choose={setTab}
          />
        </div>
      ) : (
        google
      )}
    </Screen>
  );
}
