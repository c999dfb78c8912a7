import { PRODUCT_NAME } from 'functions/contract';
import { useEffect, type ReactNode } from 'react';

/** Sets the document's title to '{title} | {product}', or to the product name without a title. */
export function useDocumentTitle(title?: string): void {
  useEffect(() => {
    document.title = title === undefined ? PRODUCT_NAME : `${title} | ${PRODUCT_NAME}`;
  }, [title]);
}

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
