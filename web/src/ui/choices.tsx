import { Link } from 'react-router-dom';
import styles from './choices.module.css';

interface ChoicesProps {
  /** the accessible name, such as 'Order' */
  label: string;
  choices: readonly { label: string; path: string }[];
  /** the path of the current choice's first page */
  current: string;
}

/** Links to the ways in which a list can be shown. */
export function Choices({ label, choices, current }: ChoicesProps) {
  return (
    <nav className={`${styles.choices} row`} aria-label={label}>
      {choices.map((choice) => (
        <Link
          key={choice.label}
          to={choice.path}
          aria-current={choice.path === current ? 'page' : undefined}
        >
          {choice.label}
        </Link>
      ))}
    </nav>
  );
}
