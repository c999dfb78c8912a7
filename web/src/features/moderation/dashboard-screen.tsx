import { useState, type MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Screen } from '../../components/screen.tsx';
import { announce } from '../../stores/announcement.ts';
import { useSession } from '../../stores/session.ts';
import { AdminNav } from './admin-nav.tsx';
import './dashboard.css';
import { JokeManagement } from './joke-management.tsx';
import { PasswordDialog } from './password-dialog.tsx';

/** Moves the focus to the first decision: there are many controls before it. */
function skipToFacts(event: MouseEvent): void {
  // Following the link would add a history entry.
  event.preventDefault();
  const decisions = ':is([data-action="approve"], [data-action="keep"])';
  const first = document.querySelector<HTMLElement>(`.joke-list :not([inert]) > ${decisions}`);
  (first ?? document.getElementById('joke-management'))?.focus();
}

/** The administrator's screen. Its route controls access. */
export default function DashboardScreen() {
  const navigate = useNavigate();
  const signOut = useSession((store) => store.signOut);
  const [changingPassword, setChangingPassword] = useState(false);
  const logOut = () => {
    signOut();
    announce('You are signed out.');
    void navigate(paths.login);
  };
  return (
    <div className="dashboard">
      <a className="skip-link" href="#joke-management" onClick={skipToFacts}>
        Skip to the facts
      </a>
      <Screen title="Admin Dashboard">
        <div className="dashboard-actions">
          <button type="button" className="button" onClick={() => setChangingPassword(true)}>
            Change Password
          </button>
          <button type="button" className="button" onClick={logOut}>
            Logout
          </button>
        </div>
        <AdminNav />
        <JokeManagement />
      </Screen>
      {changingPassword && <PasswordDialog onClose={() => setChangingPassword(false)} />}
    </div>
  );
}
