import type { PageText } from '../pdf/page.js';
import type { TileFormat } from '../pyramids/tile-pyramid.js';

/** Where a page's picture is; `width` and `height` are the page's pixels, the space of the words' boxes. */
export type OcrSource =
  | { kind: 'pyramid'; file: string; format: TileFormat; width: number; height: number }
  | { kind: 'pdf'; file: string; pageNumber: number; width: number; height: number };

/**
 * What the child answers for each source it is sent: `progress` any number of times, then one of the others. `notice` says
 * why a lesser reader was taken.
 */
export type OcrAnswer =
  | { type: 'progress'; share: number }
  | { type: 'read'; text: PageText; engine: string; millis: number; cpuMillis: number; peakMb: number; notice?: string }
  | { type: 'failed'; detail: string };
