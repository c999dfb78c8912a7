import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pagePath, paths } from '../paths.ts';
import styles from './not-found.module.css';
import { Screen } from './screen.tsx';

interface NotFoundProps {
  title: string;
  children: ReactNode;
  /** the first link; by default, to all facts */
  way?: ReactNode;
}

/** Replaces anything that does not exist. */
export function NotFound({ title, children, way }: NotFoundProps) {
  return (
    <Screen title={title}>
      {/* From this, the renderer knows the status. */}
      <meta name="prerender-status-code" content="404" />
      <p className={styles.text}>{children}</p>
      <div className={`${styles.ways} row`}>
        {way ?? (
          <Link className="button" to={paths.home}>
            Back to the facts
          </Link>
        )}
        <Link className="button" to={paths.search}>
          Search the facts
        </Link>
      </div>
    </Screen>
  );
}

/** The 404 page. */
export default function NotFoundScreen() {
  return (
    <NotFound title="Page Not Found">
      There is no such page. Chuck Norris looked for it once, and it has been hiding ever since.
    </NotFound>
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
    <NotFound
      title="Page Not Found"
      way={
        <Link className="button" to={pagePath(path, last)}>
          {`Go to page ${last}`}
        </Link>
      }
    >
      {`There is no such page. The last page is page ${last}. Beyond it there is only Chuck Norris.`}
    </NotFound>
  );
}
