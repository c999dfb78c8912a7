import type { ReactNode } from 'react';
import { useDocumentTitle } from './use-document-title.ts';

/** A screen under its title, which is also the document's. */
export function Screen({ title, children }: { title: string; children?: ReactNode }) {
  useDocumentTitle(title);
  return (
    <div className="screen">
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </div>
  );
}
