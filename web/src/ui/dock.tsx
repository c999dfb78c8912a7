import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { createRoot } from 'react-dom/client';
import { announce } from '../stores/announcement.ts';
import styles from './dock.module.css';

interface DockPanelProps {
  title: string;
  /** the accessible name */
  announcement: string;
  children: ReactNode;
  /** The label of the button that closes the panel, as Escape does. */
  closeLabel: string;
  onClose: () => void;
  /** a button that accepts the offer */
  action?: ReactNode;
}

/** A panel in the dock. It appears on its own, so it does not take the focus. */
export function DockPanel({
  title,
  announcement,
  children,
  closeLabel,
  onClose,
  action,
}: DockPanelProps) {
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => announce(announcement), [announcement]);
  useLayoutEffect(() => {
    const shown = panel.current;
    return () => {
      // The focus must not disappear with the panel.
      if (shown?.contains(document.activeElement)) {
        document.querySelector('h1')?.focus({ preventScroll: true });
      }
    };
  }, []);
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <section
      ref={panel}
      className={`${styles.panel} row`}
      aria-labelledby={titleId}
      onKeyDown={closeOnEscape}
    >
      <div className={styles.text}>
        <h2 id={titleId}>{title}</h2>
        {children}
      </div>
      <div className={`${styles.actions} row`}>
        {action}
        <button type="button" className="button" onClick={onClose}>
          {closeLabel}
        </button>
      </div>
    </section>
  );
}

/** Lets styles leave space for the dock, and scrolls the focused element clear of it. */
function makeSpace(dock: HTMLElement): void {
  const size = dock.offsetHeight;
  document.documentElement.style.setProperty('--dock-size', `${size}px`);
  const focused = document.activeElement;
  if (focused === null || dock.contains(focused)) return;
  const { top, bottom } = focused.getBoundingClientRect();
  const isUnder = bottom > window.innerHeight - size && top < window.innerHeight;
  // Not the whole content, which the skip link focuses.
  const isControl = bottom - top < window.innerHeight / 2;
  if (isUnder && isControl) focused.scrollIntoView({ block: 'nearest' });
}

/** Adds a dock at the bottom of the window, where panels appear on their own, stacked. */
export function openDock(panels: ReactNode): void {
  const dock = document.createElement('div');
  dock.id = 'dock';
  dock.className = styles.dock ?? '';
  new ResizeObserver(() => makeSpace(dock)).observe(dock);
  document.body.append(dock);
  createRoot(dock).render(panels);
}
