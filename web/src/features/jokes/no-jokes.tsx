import { Icon } from '../../components/icon.tsx';
import './no-jokes.css';

/** Shown when there are no jokes. */
export function NoJokes() {
  return (
    <p className="no-jokes">
      <Icon name="star" />
      There are no facts yet. Somebody must have told Chuck Norris to wait.
    </p>
  );
}
