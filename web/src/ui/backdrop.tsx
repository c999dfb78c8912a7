import type { MouseEvent } from 'react';
import styles from './backdrop.module.css';

/** The page below would take the focus, and the menu would close before the click. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/**
 * Lies under an open menu and over the rest of the page, so that a click or tap outside the menu only
 * closes it, whatever is there.
 */
export function Backdrop({ onClick }: { onClick: () => void }) {
  return <div className={styles.backdrop} onMouseDown={keepFocus} onClick={onClick} />;
}
