import { useSyncExternalStore } from 'react';
import { Icon } from '../../components/icon.tsx';

/** Specification §9. */
const THRESHOLD_PX = 300;

function subscribeToScroll(onChange: () => void): () => void {
  window.addEventListener('scroll', onChange, { passive: true });
  return () => window.removeEventListener('scroll', onChange);
}

function toTop(): void {
  // The button is about to disappear, and the focus with it.
  document.querySelector('h1')?.focus({ preventScroll: true });
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' });
}

/** A button that appears when the page is scrolled down. */
export function BackToTop() {
  const shown = useSyncExternalStore(
    subscribeToScroll,
    () => window.scrollY > THRESHOLD_PX,
    () => false,
  );
  if (!shown) return null;
  return (
    <button type="button" className="back-to-top" aria-label="Back to top" onClick={toTop}>
      <Icon name="up" />
    </button>
  );
}
