import { countText, localDayText, numberText } from '../ui/format.ts';
import { useQuery } from '@tanstack/react-query';
import type { EndpointOutput } from 'functions/contract';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { adminPath } from '../paths.ts';
import { AdminScreen } from './admin-screen.tsx';
import { JokeBrowser } from './joke-browser.tsx';
import { adminCounts } from './moderation-queries.ts';
import ModeratorLogout from './moderator-logout.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { ReportedJokes } from './reported-jokes.tsx';
import { focusRow } from './moderation.tsx';
import styles from './dashboard.module.css';

function Pending({ pending, oldest }: EndpointOutput<'getAdminCounts'>) {
  const { pathname } = useLocation();
  if (pending === 0) return <span>No fact waits</span>;
  return (
    <span>
      <Link to={adminPath(pathname, 'queue')}>
        {countText(pending, 'fact waits', 'facts wait')}
      </Link>
      {oldest && (
        <span className={styles.since}>
          <span>{pending === 1 ? ', since ' : ', the oldest since '}</span>
          <time dateTime={oldest.submitted_at}>{localDayText(oldest.submitted_at)}</time>
        </span>
      )}
    </span>
  );
}

function Waiting({ showsReported }: { showsReported: boolean }) {
  const { data: counts } = useQuery({ ...adminCounts, refetchOnMount: 'always' });
  return (
    <nav className={styles.waiting} aria-label="Waiting for a decision">
      {showsReported && <Link to={{ search: '' }}>All</Link>}
      {counts && <Pending {...counts} />}
      {counts && (counts.reported > 0 || showsReported) && (
        <Link
          to={{ search: '?view=reported' }}
          aria-current={showsReported ? 'true' : undefined}
        >{`${numberText(counts.reported)} reported`}</Link>
      )}
    </nav>
  );
}

/** Lists all jokes or the reported ones, and moderates them. Its route controls access. */
export default function DashboardScreen() {
  const [search] = useSearchParams();
  const [changingPassword, setChangingPassword] = useState(false);
  const showsReported = search.get('view') === 'reported';
  return (
    <>
      <a
        className="skip-link"
        href="#joke-management"
        onClick={(event) => {
          // Following the link would add a history entry.
          event.preventDefault();
          focusRow(1);
        }}
      >
        Skip to the facts
      </a>
      <AdminScreen
        title="Admin Dashboard"
        head={
          <div className={`${styles.actions} row`}>
            <button type="button" className="button" onClick={() => setChangingPassword(true)}>
              Change Password
            </button>
            <ModeratorLogout className="button" />
          </div>
        }
      >
        <section aria-labelledby="joke-management">
          <div className={`${styles.head} spread`}>
            <h2 id="joke-management">Joke Management</h2>
            <Waiting showsReported={showsReported} />
          </div>
          {showsReported ? <ReportedJokes /> : <JokeBrowser />}
        </section>
      </AdminScreen>
      {changingPassword && <PasswordDialog onClose={() => setChangingPassword(false)} />}
    </>
  );
}
