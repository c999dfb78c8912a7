import type { ComponentProps } from 'react';

interface BusyButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  /** True to ignore clicks, submit nothing and set `aria-disabled`. */
  busy: boolean;
}

/** A button that keeps the focus while busy; a disabled button would lose it. */
export function BusyButton({ busy, onClick, ...attributes }: BusyButtonProps) {
  return (
    <button
      type="button"
      className="button"
      {...attributes}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
