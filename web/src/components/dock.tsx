import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { announce } from '../stores/announcement.ts';
import './dock.css';
import { watchDock } from './watch-dock.ts';

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
    <section className="dock-panel" aria-labelledby={titleId} onKeyDown={closeOnEscape}>
      <div className="dock-text">
        <h2 id={titleId}>{title}</h2>
        {content}
      </div>
      <div className="dock-actions">
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

/** The element that holds all panels, created with the first one. */
function openDock(): HTMLElement {
  const opened = document.querySelector<HTMLElement>('.dock');
  if (opened !== null) return opened;
  const created = document.createElement('div');
  created.className = 'dock';
  return document.body.appendChild(created);
}

/**
 * Shows a panel that nobody asked for at the end of the page, and at the bottom of the window while
 * that covers no control. It neither takes the focus nor blocks the page; several are stacked.
 * @returns a function that removes it
 */
export function showInDock(panel: DockPanel): () => void {
  const dock = openDock();
  const place = document.createElement('div');
  const root = createRoot(place);
  announce(panel.announcement);
  dock.append(place);
  flushSync(() => root.render(<Panel {...panel} />));
  const stopWatching = watchDock(dock);
  return () => {
    // The focus must not disappear with the panel.
    if (place.contains(document.activeElement)) {
      document.querySelector('h1')?.focus({ preventScroll: true });
    }
    stopWatching();
    root.unmount();
    place.remove();
    if (dock.childElementCount === 0) dock.remove();
  };
}
