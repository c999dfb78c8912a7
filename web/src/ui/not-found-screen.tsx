import { Link } from 'react-router-dom';
import { Screen } from './screen.tsx';
import './not-found-screen.css';
import { pagePath, paths } from '../paths.ts';

/** The 404 page, also shown for jokes that do not exist. */
export default function NotFoundScreen() {
  return (
    <Screen title="Page Not Found">
      <p className="not-found">
        There is no such page. Chuck Norris looked for it once, and it has been hiding ever since.
      </p>
      <Link className="button" to={paths.home}>
        Back to the facts
      </Link>
      <Link className="button" to={paths.search}>
        Search the facts
      </Link>
    </Screen>
  );
}

interface NoSuchPageProps {
  /** of the list */
  path: string;
  last: number;
}

/** The 404 page for a page number beyond the last page of a list. */
export function NoSuchPage({ path, last }: NoSuchPageProps) {
  return (
    <Screen title="Page Not Found">
      <p className="not-found">
        There is no such page. The last page is page&nbsp;{last}. Beyond it there is only Chuck
        Norris.
      </p>
      <Link className="button" to={pagePath(path, last)}>
        Go to page {last}
      </Link>
    </Screen>
  );
}
