import type { ReactNode } from 'react';
import { useDocumentTitle } from './use-document-title.ts';

/** A screen with a heading that is also the document's title. */
export function Screen({ title, children }: { title: string; children?: ReactNode }) {
  useDocumentTitle(title);
  return (
    <div className="screen">
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </div>
  );
}
