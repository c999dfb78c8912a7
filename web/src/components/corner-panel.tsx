import { useId, type KeyboardEvent, type ReactNode } from 'react';

interface CornerPanelProps {
  title: string;
  /** what it says, and the buttons in a `.corner-actions` */
  children: ReactNode;
  /** Called on Escape, too. */
  onClose: () => void;
}

/** A calm message that waits in the corner; it takes neither the focus nor the page. */
export function CornerPanel({ title, children, onClose }: CornerPanelProps) {
  const titleId = useId();
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    <section className="corner-panel" aria-labelledby={titleId} onKeyDown={closeOnEscape}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </section>
  );
}
