import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { announce } from '../stores/announcement.ts';
import styles from './dock.module.css';

interface DockPanel {
  title: string;
  /** what assistive technology reads aloud */
  announcement: string;
  content: ReactNode;
  /** The label of the button that closes the panel, as Escape does. */
  closeLabel: string;
  onClose: () => void;
  /** The label of the button for what the panel offers, if it has one. */
  actionLabel?: string | undefined;
  onAction?: () => void;
}

function Panel({ title, content, closeLabel, onClose, actionLabel, onAction }: DockPanel) {
  const titleId = useId();
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <section className={`${styles.panel} row`} aria-labelledby={titleId} onKeyDown={closeOnEscape}>
      <div className={styles.text}>
        <h2 id={titleId}>{title}</h2>
        {content}
      </div>
      <div className={`${styles.actions} row`}>
        {actionLabel !== undefined && (
          <button type="button" className="button" onClick={onAction}>
            {actionLabel}
          </button>
        )}
        <button type="button" className="button" onClick={onClose}>
          {closeLabel}
        </button>
      </div>
    </section>
  );
}

const DOCK_ID = 'dock';
/** Between the dock and what has the focus, in pixels. */
const GAP = 4;

/** Lets styles leave space for the dock, and scrolls what has the focus clear of it. */
function makeSpace(dock: HTMLElement): void {
  const size = dock.offsetHeight + GAP;
  document.documentElement.style.setProperty('--dock-size', `${size}px`);
  const focused = document.activeElement;
  if (focused === null || dock.contains(focused)) return;
  const { top, bottom } = focused.getBoundingClientRect();
  const isUnder = bottom > window.innerHeight - size && top < window.innerHeight;
  // Not the whole content, which the skip link focuses.
  const isControl = bottom - top < window.innerHeight / 2;
  if (isUnder && isControl) focused.scrollIntoView({ block: 'nearest' });
}

/** The element that holds all panels, created with the first one. */
function openDock(): HTMLElement {
  const opened = document.getElementById(DOCK_ID);
  if (opened !== null) return opened;
  const created = document.createElement('div');
  created.id = DOCK_ID;
  created.className = styles.dock ?? '';
  new ResizeObserver(() => makeSpace(created)).observe(created);
  return document.body.appendChild(created);
}

/**
 * Shows a panel that nobody asked for at the bottom of the window until it is closed. It neither takes the
 * focus nor covers what has it; several are stacked.
 * @returns a function that removes it
 */
export function showInDock(panel: DockPanel): () => void {
  const dock = openDock();
  const place = document.createElement('div');
  const root = createRoot(place);
  announce(panel.announcement);
  dock.append(place);
  flushSync(() => root.render(<Panel {...panel} />));
  makeSpace(dock);
  return () => {
    // The focus must not disappear with the panel.
    if (place.contains(document.activeElement)) {
      document.querySelector('h1')?.focus({ preventScroll: true });
    }
    root.unmount();
    place.remove();
    if (dock.childElementCount > 0) return;
    dock.remove();
    document.documentElement.style.removeProperty('--dock-size');
  };
}
