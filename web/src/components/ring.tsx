import './ring.css';

/** A spinning ring, small enough for a button; hidden from assistive technology. */
export function Ring() {
  return <span className="ring" aria-hidden="true" />;
}
