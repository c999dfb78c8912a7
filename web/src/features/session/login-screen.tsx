import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Screen } from '../../components/screen.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { isAdminLoginOffered, useSession } from '../../stores/session.ts';
import { AdminLogin } from './admin-login.tsx';
import { GoogleLogin } from './google-login.tsx';
import './session.css';

const TABS = ['google', 'admin'] as const;
type LoginTab = (typeof TABS)[number];

/** Both logins as tabs. Text typed into one stays while the other is shown. */
function LoginTabs({ panels }: { panels: Record<LoginTab, ReactNode> }) {
  const [chosen, choose] = useState<LoginTab>('google');
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    const other = chosen === 'google' ? 'admin' : 'google';
    choose(other);
    document.getElementById(`tab-${other}`)?.focus();
  };
  return (
    <>
      <div className="session-tabs" role="tablist" aria-label="Login method" onKeyDown={onKeyDown}>
        {TABS.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`tab-${tab}`}
            aria-selected={tab === chosen}
            aria-controls={`panel-${tab}`}
            tabIndex={tab === chosen ? 0 : -1}
            onClick={() => choose(tab)}
          >
            {tab === 'google' ? 'Google Login' : 'Admin Login'}
          </button>
        ))}
      </div>
      {TABS.map((tab) => (
        <div
          key={tab}
          role="tabpanel"
          id={`panel-${tab}`}
          aria-labelledby={`tab-${tab}`}
          hidden={tab !== chosen}
        >
          {panels[tab]}
        </div>
      ))}
    </>
  );
}

/** The Google login and, after a visit to the hidden route, the administrator's login. */
export default function LoginScreen() {
  const { status, isAdmin, tokens, checkFailed } = useSession();
  const [offered] = useState(isAdminLoginOffered);
  // Only a Google user who was redirected from the hidden route has a reason to stay.
  const [stays, setStays] = useState(() => offered && !isAdmin);
  const leave = () => setStays(false);

  if (status === 'signed-in' && !stays) {
    // Where each user goes after the login (specification §2).
    const landing = isAdmin ? paths.admin : paths.home;
    return <Navigate to={tokens.admin === null ? landing : paths.hiddenAdmin} replace />;
  }
  const google = <GoogleLogin onDone={leave} />;
  return (
    <Screen title="Login">
      {status === 'checking' && !checkFailed ? (
        <Spinner label="Checking your sign-in…" />
      ) : offered ? (
        <LoginTabs panels={{ google, admin: <AdminLogin onDone={leave} /> }} />
      ) : (
        google
      )}
    </Screen>
  );
}
