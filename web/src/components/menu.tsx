import { useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { Icon } from './icon.tsx';
import './menu.css';

interface MenuItem {
  label: string;
  onSelect: () => void;
}

interface MenuProps {
  /** the button's accessible name, such as 'More about fact no. 5' */
  label: string;
  items: readonly MenuItem[];
}

/**
 * A button that opens a list of actions above it. A choice, Escape and a click or the focus elsewhere close
 * the list; after the first two, the button has the focus.
 */
export function Menu({ label, items }: MenuProps) {
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const [open, setOpen] = useState(false);

  useEffect(() => {
    if (!open) return undefined;
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && frame.current?.contains(target) === false) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [open]);

  const close = () => {
    button.current?.focus();
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) close();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    // Without a target, the window has lost the focus, or the browser gives buttons none.
    if (relatedTarget !== null && frame.current?.contains(relatedTarget) === false) setOpen(false);
  };

  return (
    <div className="more" ref={frame} onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        type="button"
        className="more-button"
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        ref={button}
        onClick={() => setOpen(!open)}
      >
        <Icon name="more" />
      </button>
      {open && (
        <ul className="more-list" id={listId}>
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
      )}
    </div>
  );
}
