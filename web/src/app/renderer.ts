import { createDOMRenderer } from '@fluentui/react-components';

const width = (query: string): number => Number(/^\(max-width: (\d+)px\)$/.exec(query)?.[1] ?? Number.NaN);

/**
 * Which of two media queries is written later, and wins where both fit: of two `max-width` the narrower one. Left to itself the
 * renderer sorts them by their letters, and a phone would get what is meant for a tablet.
 */
export function compareMediaQueries(a: string, b: string): number {
  const byWidth = width(b) - width(a);
  if (byWidth !== 0 && !Number.isNaN(byWidth)) return byWidth;
  return a < b ? -1 : Number(a > b);
}

/** Writes the styles of components into the page. */
export const renderer = createDOMRenderer(document, { compareMediaQueries });
