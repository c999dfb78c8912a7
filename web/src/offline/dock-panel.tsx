import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { announce } from '../stores/announcement.ts';
import { Docked } from '../ui/dock.tsx';
import styles from './dock-panel.module.css';

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
    <Docked>
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
    </Docked>
  );
}
