import { useId, type KeyboardEvent, type ReactNode } from 'react';

interface CornerPanelProps {
  title: string;
  /** the text, and the buttons in a `.corner-actions` element */
  children: ReactNode;
  /** Also called on Escape. */
  onClose: () => void;
}

/** A message in the corner that neither takes the focus nor blocks the page. */
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
