import { Link, useLocation } from 'react-router-dom';
import { adminPath } from '../../../paths.ts';
import { review, useReview } from './use-review.ts';

/** What the moderator must know about facts that are not shown any more, until each is dismissed. */
export function QueueNotices() {
  const notices = useReview(({ notices }) => notices);
  const { pathname } = useLocation();
  return (
    <ul className="queue-notices" role="alert">
      {notices.map(({ joke_id, text }) => (
        <li key={joke_id}>
          <p>
            <Link to={`${adminPath(pathname, 'log')}?fact=${joke_id}`}>Fact no. {joke_id}</Link>:{' '}
            {text}
          </p>
          <button
            type="button"
            className="button"
            aria-label={`Dismiss the notice about fact no. ${joke_id}`}
            onClick={() => review.dismiss(joke_id)}
          >
            Dismiss
          </button>
        </li>
      ))}
    </ul>
  );
}
