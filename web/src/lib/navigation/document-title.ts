import { useEffect } from 'react';
import { PRODUCT_NAME } from '../ui/product.js';

/** Most specific part first: `Insights · 12 Mill Street · Symbio`. */
export function useDocumentTitle(...parts: (string | undefined)[]): void {
  const title = [...parts.filter((part) => part !== undefined && part !== ''), PRODUCT_NAME].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
