import type { MouseEvent } from 'react';
import styles from './backdrop.module.css';

/** Without this, the page below takes the focus, and the menu closes before the click. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** Covers the page under an open menu, so that a click or tap outside the menu only closes it. */
export function Backdrop({ onClick }: { onClick: () => void }) {
  return <div className={styles.backdrop} onMouseDown={keepFocus} onClick={onClick} />;
}
