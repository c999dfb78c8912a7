import { PRODUCT_NAME } from 'functions/contract';
import { useEffect } from 'react';

/** Titles the document: '{title} | {product}', or the product's name alone. */
export function useDocumentTitle(title?: string): void {
  useEffect(() => {
    document.title = title === undefined ? PRODUCT_NAME : `${title} | ${PRODUCT_NAME}`;
  }, [title]);
}
