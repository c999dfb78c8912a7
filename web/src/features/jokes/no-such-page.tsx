import { Link } from 'react-router-dom';
import { Screen } from '../../components/screen.tsx';
import '../../components/not-found-screen.css';
import { usePageUrl } from './use-pages.ts';

/** The 404 page for a page number beyond the last page of a list. */
export function NoSuchPage({ last }: { last: number }) {
  const urlOf = usePageUrl();
  return (
    <Screen title="Page Not Found">
      <p className="not-found">
        There is no such page. The last page is page&nbsp;{last}. Beyond it there is only Chuck
        Norris.
      </p>
      <Link className="button" to={urlOf(last)}>
        Go to page {last}
      </Link>
    </Screen>
  );
}
