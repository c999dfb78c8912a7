import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { announce } from '../stores/announcement.ts';
import './corner.css';

interface CornerPanel {
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

function Panel({ title, content, closeLabel, onClose, actionLabel, onAction }: CornerPanel) {
  const titleId = useId();
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <section className="corner-panel" aria-labelledby={titleId} onKeyDown={closeOnEscape}>
      <h2 id={titleId}>{title}</h2>
      {content}
      <div className="corner-actions">
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
function openCorner(): Element {
  const created = document.createElement('div');
  created.className = 'corner';
  return document.querySelector('.corner') ?? document.body.appendChild(created);
}

/** Scrolls the focused element into view if `cover` hides it. */
function uncoverFocus(cover: HTMLElement): void {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return;
  const [above, below] = [cover.getBoundingClientRect(), focused.getBoundingClientRect()];
  if (below.bottom > above.top && below.top < above.bottom) {
    // The scroll padding in corner.css keeps it clear of the corner.
    focused.scrollIntoView({ block: 'nearest' });
  }
}

/**
 * Shows a panel in a corner of the window, over every screen and last in the page's order. It
 * neither takes the focus nor blocks the page; several panels are stacked.
 * @returns a function that removes it
 */
export function showInCorner(panel: CornerPanel): () => void {
  const place = document.createElement('div');
  const root = createRoot(place);
  announce(panel.announcement);
  openCorner().append(place);
  flushSync(() => root.render(<Panel {...panel} />));
  uncoverFocus(place);
  return () => {
    // The focus must not disappear with the panel.
    if (place.contains(document.activeElement)) {
      document.querySelector('h1')?.focus({ preventScroll: true });
    }
    root.unmount();
    place.remove();
  };
}
