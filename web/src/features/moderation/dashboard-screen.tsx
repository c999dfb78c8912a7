import { useQuery } from '@tanstack/react-query';
import { useState, type MouseEvent } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useLocaleNumber } from '../../components/use-locale-number.ts';
import { paths } from '../../paths.ts';
import { announce } from '../../stores/announcement.ts';
import { signOut } from '../../stores/session.ts';
import { AdminScreen } from './admin-screen.tsx';
import { JokeBrowser } from './joke-browser.tsx';
import { adminCounts } from './moderation-queries.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { ReportedJokes } from './reported-jokes.tsx';
import { createRowFocus, RowFocusContext } from './row-focus.ts';

const PENDING = '?status=pending';
const REPORTED = '?view=reported';

/** How many jokes wait for a decision, as links to them. */
function Waiting({ current }: { current: string | undefined }) {
  const { data: counts } = useQuery({ ...adminCounts, refetchOnMount: 'always' });
  const number = useLocaleNumber();
  const link = (search: string, label: string, count: number | undefined) => (
    <Link to={{ search }} aria-current={search === current ? 'true' : undefined}>
      {label}
      {count !== undefined && ` (${number(count)})`}
    </Link>
  );
  return (
    <nav className="moderation-waiting" aria-label="Waiting for a decision">
      {current === REPORTED && <Link to={{ search: '' }}>All</Link>}
      {link(PENDING, 'Pending', counts?.pending)}
      {link(REPORTED, 'Reported', counts?.reported)}
    </nav>
  );
}

/** The administrator's screen, for finding, listing and moderating jokes. Its route controls access. */
export default function DashboardScreen() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [changingPassword, setChangingPassword] = useState(false);
  const [rowFocus] = useState(createRowFocus);
  const view = search.get('view');
  const pending = search.get('status') === 'pending' ? PENDING : undefined;
  const [current, content] =
    view === 'reported'
      ? [REPORTED, <ReportedJokes key={view} />]
      : [pending, <JokeBrowser key="all" />];

  /** Moves the focus to the first decision: there are many controls before it. */
  const skipToFacts = (event: MouseEvent) => {
    // Following the link would add a history entry.
    event.preventDefault();
    rowFocus.moveToFirst();
  };
  const logOut = () => {
    signOut();
    announce('You are signed out.');
    void navigate(paths.login);
  };
  return (
    <RowFocusContext value={rowFocus}>
      <a className="skip-link" href="#joke-management" onClick={skipToFacts}>
        Skip to the facts
      </a>
      <AdminScreen
        title="Admin Dashboard"
        head={
          <div className="dashboard-actions">
            <button type="button" className="button" onClick={() => setChangingPassword(true)}>
              Change Password
            </button>
            <button type="button" className="button" onClick={logOut}>
              Logout
            </button>
          </div>
        }
      >
        <section className="joke-management" aria-labelledby="joke-management">
          <div className="moderation-head">
            <h2 id="joke-management" tabIndex={-1} ref={rowFocus.heading}>
              Joke Management
            </h2>
            <Waiting current={current} />
          </div>
          {content}
        </section>
      </AdminScreen>
      {changingPassword && <PasswordDialog onClose={() => setChangingPassword(false)} />}
    </RowFocusContext>
  );
}
