import { PRODUCT_NAME } from 'functions/contract';
import { useEffect } from 'react';

/** Sets the document's title to '{title} | {product}', or to the product name without a title. */
export function useDocumentTitle(title?: string): void {
  useEffect(() => {
    document.title = title === undefined ? PRODUCT_NAME : `${title} | ${PRODUCT_NAME}`;
  }, [title]);
}
