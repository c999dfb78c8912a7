import { Ring } from './ring.tsx';
import './spinner.css';

/** A spinning ring with a label. */
export function Spinner({ label }: { label: string }) {
  return (
    <p className="spinner" role="status">
      <Ring />
      {label}
    </p>
  );
}
