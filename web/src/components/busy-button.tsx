import type { ButtonHTMLAttributes } from 'react';
import './busy-button.css';

interface BusyButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  /** Ignores clicks, submits nothing, and says so. */
  busy: boolean;
}

/** A button that keeps the focus while it is busy; a disabled one would lose it. */
export function BusyButton({ busy, onClick, ...attributes }: BusyButtonProps) {
  return (
    <button
      type="button"
      className="button"
      {...attributes}
      aria-disabled={busy}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
