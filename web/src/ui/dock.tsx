import { useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './dock.module.css';

/** Scrolls the focused control clear of what stands at the end of the window. */
function uncoverFocus(): void {
  const { activeElement: focused, documentElement } = document;
  if (focused === null || focused.closest(`.${styles.row}, .${styles.dock}`)) return;
  const covered = Number.parseFloat(getComputedStyle(documentElement).scrollPaddingBlockEnd);
  const { top, bottom } = focused.getBoundingClientRect();
  const isUnder = bottom > window.innerHeight - covered && top < window.innerHeight;
  // Not the whole content, which the skip link focuses.
  const isControl = bottom - top < window.innerHeight / 2;
  if (isUnder && isControl) focused.scrollIntoView({ block: 'nearest' });
}

/** Tells the page how high an element is, in a property of its root. @returns stops it */
function tellSize(element: HTMLElement, property: `--${string}`): () => void {
  const { style } = document.documentElement;
  const tell = () => {
    style.setProperty(property, `${element.offsetHeight}px`);
    uncoverFocus();
  };
  tell();
  const observer = new ResizeObserver(tell);
  observer.observe(element);
  return () => {
    observer.disconnect();
    style.removeProperty(property);
  };
}

/** The screen's own row at the end of the window: it is there as long as the screen, and nothing moves it. */
export function DockRow({ className = '', ...attributes }: ComponentProps<'div'>) {
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (row.current ? tellSize(row.current, '--row-size') : undefined), []);
  return <div ref={row} {...attributes} className={`${styles.row} ${className}`} />;
}

let dock: HTMLElement | undefined;

function openDock(): HTMLElement {
  if (dock) return dock;
  dock = document.createElement('div');
  dock.id = 'dock';
  dock.className = styles.dock ?? '';
  document.body.append(dock);
  tellSize(dock, '--dock-size');
  return dock;
}

/** What comes by itself, above what stands at the end of the window already. */
export function Docked({ children }: { children: ReactNode }) {
  return createPortal(children, openDock());
}
