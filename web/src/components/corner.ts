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

/** Moves the focus to the heading if the element that is about to disappear has it. */
function rescueFocus(leaving: HTMLElement): void {
  if (!leaving.contains(document.activeElement)) return;
  document.querySelector('h1')?.focus({ preventScroll: true });
}

/**
 * Shows content in a corner of the window, over every screen and last in the page's order. Several
 * panels are stacked.
 *
 * @param render returns the content; call `close` to remove it
 */
export function showInCorner(render: (close: () => void) => ReactNode): void {
  const place = document.createElement('div');
  const root = createRoot(place);
  const close = () => {
    rescueFocus(place);
    root.unmount();
    place.remove();
  };
  openCorner().append(place);
  flushSync(() => root.render(render(close)));
  uncoverFocus(place);
}
