import { Icon } from '../../components/icon.tsx';
import './no-facts.css';

/** Stands in place of facts where there are none. */
export function NoFacts() {
  return (
    <p className="no-facts">
      <Icon name="star" />
      There are no facts yet. Somebody must have told Chuck Norris to wait.
    </p>
  );
}
