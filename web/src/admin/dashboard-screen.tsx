import { countText, localDayText, numberText } from '../ui/format.ts';
import { useQuery } from '@tanstack/react-query';
import type { EndpointOutput } from 'functions/contract';
import { useState, type MouseEvent } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { adminPath, paths } from '../paths.ts';
import { announce } from '../stores/announcement.ts';
import { signOut } from '../stores/session.ts';
import { AdminScreen } from './admin-screen.tsx';
import { JokeBrowser } from './joke-browser.tsx';
import { adminCounts } from './moderation-queries.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { ReportedJokes } from './reported-jokes.tsx';
import { createRowFocus, RowFocusContext } from './row-focus.ts';

const REPORTED = '?view=reported';

/** How many facts wait for a decision, as a link to the queue, and since when. */
function Pending({ pending, oldest }: EndpointOutput<'getAdminCounts'>) {
  const { pathname } = useLocation();
  if (pending === 0) return <span>No fact waits</span>;
  const since = pending === 1 ? ', since ' : ', the oldest since ';
  return (
    <>
      <Link to={adminPath(pathname, 'queue')}>
        {countText(pending, 'fact waits', 'facts wait')}
      </Link>
      {oldest && (
        <>
          <span>{since}</span>
          <time dateTime={oldest.submitted_at}>{localDayText(oldest.submitted_at)}</time>
        </>
      )}
    </>
  );
}

/** What waits for a decision, with links to it. */
function Waiting({ current }: { current: string | undefined }) {
  const { data: counts } = useQuery({ ...adminCounts, refetchOnMount: 'always' });
  const link = (search: string, label: string) => (
    <Link to={{ search }} aria-current={search === current ? 'true' : undefined}>
      {label}
    </Link>
  );
  return (
    <nav className="moderation-waiting" aria-label="Waiting for a decision">
      {current !== undefined && link('', 'All')}
      {counts && (
        <span>
          <Pending {...counts} />
        </span>
      )}
      {counts &&
        (counts.reported > 0 || current === REPORTED) &&
        link(REPORTED, `${numberText(counts.reported)} reported`)}
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
  const [current, content] =
    view === 'reported'
      ? [REPORTED, <ReportedJokes key={view} />]
      : [undefined, <JokeBrowser key="all" />];

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
