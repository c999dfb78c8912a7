import {
  useId,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { createPortal } from 'react-dom';
import { BusyButton } from './busy-button.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  /** True while neither Escape nor a click beside it must close it, for example during a request. */
  locked?: boolean;
  /** True if it opens on its own. Its heading gets the focus, so that typed keys don't go into a field. */
  unasked?: boolean;
  /** Called when the user closes it. It stays open if this returns false. */
  onClose: () => unknown;
  children: ReactNode;
}

/** Keeps a dialog in the part of the window that the keyboard of a touch screen leaves. @returns stops it */
function keepInView(dialog: HTMLElement | null): () => void {
  const { visualViewport: view } = window;
  const fit = () => {
    // Who zooms in wants to scroll in the dialog.
    if (view?.scale !== 1) return;
    dialog?.style.setProperty('--seen-from', `${view.offsetTop}px`);
    dialog?.style.setProperty('--seen-to', `${view.offsetTop + view.height}px`);
  };
  view?.addEventListener('resize', fit);
  view?.addEventListener('scroll', fit);
  return () => {
    view?.removeEventListener('resize', fit);
    view?.removeEventListener('scroll', fit);
  };
}

/**
 * A modal dialog that is open while it is rendered. The browser moves the focus into it, keeps it
 * there and restores it afterwards. It is a child of the body, so that it inherits no type and may be rendered in
 * a paragraph or an inert element.
 */
export function Dialog({ title, locked = false, unasked = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isBeside = useRef(false);
  const headingId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    heading.current?.focus();
    const stop = keepInView(element);
    // The browser restores the focus only if the dialog closes before it leaves the document.
    return () => {
      stop();
      element?.close();
    };
  }, []);

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    // Canceling the key press always keeps it open; canceling the `cancel` event works only once.
    event.preventDefault();
    if (!locked) onClose();
  };
  const closeOnBackdrop = (event: MouseEvent) => {
    // A selection that begins in a field may end beside the dialog.
    if (event.target === event.currentTarget && isBeside.current && !locked) onClose();
  };
  // The browser has closed it although `cancel` was prevented.
  const reopenUnlessClosed = ({ currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
    // It is open if StrictMode has closed it and opened it again.
    if (!currentTarget.open && onClose() === false) currentTarget.showModal();
  };

  return createPortal(
    <dialog
      className={styles.dialog}
      aria-labelledby={headingId}
      ref={dialog}
      onKeyDown={closeOnEscape}
      onPointerDown={({ target, currentTarget }) => {
        isBeside.current = target === currentTarget;
      }}
      onClick={closeOnBackdrop}
      onCancel={(event) => {
        event.preventDefault();
        if (!locked) onClose();
      }}
      onClose={reopenUnlessClosed}
    >
      <div className={styles.content}>
        <h2 id={headingId} tabIndex={unasked ? -1 : undefined} ref={heading}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>,
    document.body,
  );
}

/** A ref of the element that gets the focus when the dialog opens; React's `autoFocus` focuses too early. */
export const focusFirst = (element: HTMLElement | null) => element?.setAttribute('autofocus', '');

interface DialogActionsProps extends Pick<DialogProps, 'onClose'> {
  /** the label of the button that closes it */
  close: string;
  busy?: boolean;
  /** the buttons after it */
  children?: ReactNode;
}

/** The buttons at the end of a dialog. */
export function DialogActions({ close, busy = false, onClose, children }: DialogActionsProps) {
  return (
    <div className={`${styles.actions} row`}>
      <BusyButton busy={busy} onClick={onClose}>
        {close}
      </BusyButton>
      {children}
    </div>
  );
}
