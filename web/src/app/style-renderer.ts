import { createDOMRenderer } from '@fluentui/react-components';

const width = (query: string): number => Number(/^\(max-width: (\d+)px\)$/.exec(query)?.[1] ?? Number.NaN);

/** Later rules win: of two `max-width` queries, the narrower. */
export function compareMediaQueries(a: string, b: string): number {
  const byWidth = width(b) - width(a);
  if (byWidth !== 0 && !Number.isNaN(byWidth)) return byWidth;
  return a < b ? -1 : Number(a > b);
}

export const renderer = createDOMRenderer(document, { compareMediaQueries });
