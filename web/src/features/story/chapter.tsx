import type { ReactNode } from 'react';
import './chapter.css';

interface ChapterProps {
  /** what stands large in the margin; the text says it as well */
  figure: string;
  title: string;
  children: ReactNode;
}

/** A part of a story under its own heading, with a figure in the margin where facts have their number. */
export function Chapter({ figure, title, children }: ChapterProps) {
  return (
    <section className="chapter">
      <p className="chapter-figure" aria-hidden="true">
        {figure}
      </p>
      <div className="chapter-text">
        <h2>{title}</h2>
        {children}
      </div>
    </section>
  );
}
