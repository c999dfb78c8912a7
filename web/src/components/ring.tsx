import './ring.css';

/** A small spinning ring for busy buttons, hidden from assistive technology. */
export function Ring() {
  return <span className="ring" aria-hidden="true" />;
}
