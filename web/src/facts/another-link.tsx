import type { KeyboardEvent, MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { DockRow } from '../ui/dock.tsx';
import styles from './single-screen.module.css';
import { isModified } from './use-fact-gestures.ts';

interface AnotherLinkProps {
  busy?: boolean;
  onNext: () => void;
}

/**
 * Links to another random joke, which the server draws if scripts don't run. It looks like a button, so the space
 * bar follows it, too. It is always at the same place at the bottom of the window.
 */
export function AnotherLink({ busy = false, onNext }: AnotherLinkProps) {
  const onClick = (event: MouseEvent) => {
    // The browser opens it in another tab or window.
    if (isModified(event)) return;
    event.preventDefault();
    // The second click of a double click comes when the next fact is already there.
    if (event.detail <= 1) onNext();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ' ' || isModified(event)) return;
    event.preventDefault();
    if (!event.repeat) onNext();
  };
  return (
    <DockRow className={`${styles.end} row`}>
      <Link
        className={`${styles.another} button button-main`}
        to={paths.random}
        aria-disabled={busy}
        draggable={false}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        {busy ? 'Loading...' : 'Get Another Random Fact'}
      </Link>
      <p className={`${styles.keys} row keys-only`}>
        <span>
          <kbd>→</kbd> another
        </span>
        <span>
          <kbd>←</kbd> back
        </span>
        <span>
          <kbd>1</kbd> to <kbd>5</kbd> rate
        </span>
      </p>
      <p className={styles.swipe}>or swipe left</p>
    </DockRow>
  );
}
