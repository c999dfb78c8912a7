import { factPath } from '../../../paths.ts';
import { Link } from '../../../components/link.tsx';

interface NeighborsProps {
  /** the ids of the facts beside this one; null where there is none */
  previous: number | null;
  next: number | null;
}

/** The way to the approved facts with the next lower and the next higher number. */
export function Neighbors({ previous, next }: NeighborsProps) {
  return (
    <nav className="neighbors" aria-label="Facts beside this one">
      {previous !== null && (
        <Link rel="prev" to={factPath(previous)}>
          ← Fact no. {previous}
        </Link>
      )}
      {next !== null && (
        <Link rel="next" to={factPath(next)}>
          Fact no. {next} →
        </Link>
      )}
    </nav>
  );
}
