import './ring.css';

/** A small turning ring, for a button whose work is running; it says nothing by itself. */
export function Ring() {
  return <span className="ring" aria-hidden="true" />;
}
