import './ring.css';
import './spinner.css';

/** A spinning ring, small enough for a button; hidden from assistive technology. */
export function Ring() {
  return <span className="ring" aria-hidden="true" />;
}

/** A spinning ring with a label. */
export function Spinner({ label }: { label: string }) {
  return (
    <p className="spinner" role="status">
      <Ring />
      {label}
    </p>
  );
}
