import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { useLocaleNumber } from '../../components/use-locale-number.ts';
import { JokeBrowser } from './joke-browser.tsx';
import { adminCounts } from './moderation-queries.ts';
import { ReportedJokes } from './reported-jokes.tsx';

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

/** The panel for finding, listing and moderating all jokes, or the reported ones. */
export function JokeManagement() {
  const [search] = useSearchParams();
  const reported = search.get('view') === 'reported';
  const pending = search.get('status') === 'pending' ? PENDING : undefined;
  return (
    <section className="joke-management" aria-labelledby="joke-management">
      <div className="moderation-head">
        <h2 id="joke-management" tabIndex={-1}>
          Joke Management
        </h2>
        <Waiting current={reported ? REPORTED : pending} />
      </div>
      {reported ? <ReportedJokes /> : <JokeBrowser />}
    </section>
  );
}
