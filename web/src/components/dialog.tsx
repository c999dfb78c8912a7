import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import './dialog.css';

interface DialogProps {
  title: string;
  /** While true Escape does not close it, as while a request runs with what was typed. */
  locked?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal dialog, open for as long as it is rendered. The browser moves the focus in, keeps it in
 * and gives it back to whatever had it before. Render it outside of anything inert.
 */
export function Dialog({ title, locked = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closed before it leaves the document: only then does the focus return.
    return () => element?.close();
  }, []);

  const holdWhileLocked = (event: KeyboardEvent) => {
    // A cancelled key press holds it every time; a cancelled `cancel` event only the first time.
    if (locked && event.key === 'Escape') event.preventDefault();
  };

  return (
    <dialog
      className="dialog"
      aria-labelledby={heading}
      ref={dialog}
      onKeyDown={holdWhileLocked}
      onCancel={(event) => {
        event.preventDefault();
        if (!locked) onClose();
      }}
      onClose={onClose}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  );
}
