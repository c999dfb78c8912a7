import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import './corner.css';

function openCorner(): HTMLElement {
  const open = document.querySelector<HTMLElement>('.corner');
  if (open !== null) return open;
  const corner = document.createElement('div');
  corner.className = 'corner';
  document.body.append(corner);
  return corner;
}

/** Scrolls what has the focus out from under something that came to lie over it. */
function uncoverFocus(cover: HTMLElement): void {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return;
  const [above, below] = [cover.getBoundingClientRect(), focused.getBoundingClientRect()];
  if (below.bottom > above.top && below.top < above.bottom) {
    // The style keeps the place of the corner free.
    focused.scrollIntoView({ block: 'nearest' });
  }
}

/** Where the focus goes when what holds it disappears. */
function keepFocus(leaving: HTMLElement): void {
  if (!leaving.contains(document.activeElement)) return;
  document.querySelector('h1')?.focus({ preventScroll: true });
}

/**
 * Shows something in a corner of the window, over every screen, after all else in the page's order.
 * Several lie one above the other.
 *
 * @param draw what to show; it is given how to take it away again
 */
export function showInCorner(draw: (close: () => void) => ReactNode): void {
  const place = document.createElement('div');
  const root = createRoot(place);
  const close = () => {
    keepFocus(place);
    root.unmount();
    place.remove();
  };
  openCorner().append(place);
  flushSync(() => root.render(draw(close)));
  uncoverFocus(place);
}
