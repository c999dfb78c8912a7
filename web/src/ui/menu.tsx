import { useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { Backdrop } from './backdrop.tsx';
import { BusyButton } from './busy-button.tsx';
import { Icon } from './icon.tsx';
import styles from './menu.module.css';

interface MenuItem {
  label: string;
  onSelect: () => void;
}

interface MenuProps {
  /** the button's accessible name, such as 'More about fact no. 5' */
  label: string;
  items: readonly MenuItem[];
  /** True while the list can't be opened. */
  busy?: boolean;
}

/**
 * A button that opens a list of actions above it. A choice, Escape and a click or the focus elsewhere close
 * the list; after all but the last, the button has the focus.
 */
export function Menu({ label, items, busy = false }: MenuProps) {
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const [open, setOpen] = useState(false);

  const close = () => {
    button.current?.focus({ preventScroll: true });
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) close();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    // There is no target if the window has lost the focus, or the browser does not focus buttons.
    if (relatedTarget !== null && frame.current?.contains(relatedTarget) === false) setOpen(false);
  };

  return (
    <div className={styles.more} ref={frame} onKeyDown={onKeyDown} onBlur={onBlur}>
      <BusyButton
        className={styles.toggle}
        aria-label={label}
        busy={busy}
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        ref={button}
        onClick={() => setOpen(!open)}
      >
        <Icon name="more" />
      </BusyButton>
      {open && (
        <>
          <Backdrop onClick={close} />
          <ul className={styles.list} id={listId}>
            {items.map((item) => (
              <li key={item.label}>
                <button
                  type="button"
                  onClick={() => {
                    close();
                    item.onSelect();
                  }}
                >
                  {item.label}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
