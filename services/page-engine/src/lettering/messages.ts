import type { Area, PageText } from '../pdf/page.js';
import type { TileFormat } from '../pyramids/tile-pyramid.js';

/** Page's picture; `width` and `height` are page pixels, the coordinate space of word boxes. */
export type OcrSource = (
  | { kind: 'pyramid'; file: string; format: TileFormat }
  | { kind: 'pdf'; file: string; pageNumber: number }
) & {
  width: number;
  height: number;
  /** Where to read, in page pixels; default: the whole page. */
  areas?: readonly Area[];
};

/** Answers per source: any number of `progress`, then one other. `notice` explains the fallback reader. */
export type OcrAnswer =
  | { type: 'progress'; share: number }
  | { type: 'read'; text: PageText; engine: string; millis: number; cpuMillis: number; peakMb: number; notice?: string }
  | { type: 'failed'; detail: string };
