import type { ReactNode } from 'react';
import './chapter.css';

interface ChapterProps {
  /** the large figure in the margin; the text also mentions it */
  figure: string;
  title: string;
  children: ReactNode;
}

/** A section of a story with its own heading and a figure in the margin, where jokes have their number. */
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
