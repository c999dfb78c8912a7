import { createContext, use } from 'react';
import { Link } from 'react-router-dom';
import { Screen } from './screen.tsx';
import './not-found-screen.css';
import { paths } from '../paths.ts';

/** Where the server's renderer learns whether the page exists; null in the browser. */
export const RenderReport = createContext<{ found: boolean } | null>(null);

/** The 404 page, also shown for jokes that do not exist. */
export default function NotFoundScreen() {
  const report = use(RenderReport);
  if (report) report.found = false;
  return (
    <Screen title="Page Not Found">
      <p className="not-found">
        There is no such page. Chuck Norris looked for it once, and it has been hiding ever since.
      </p>
      <Link className="button" to={paths.home}>
        Back to the facts
      </Link>
    </Screen>
  );
}
