import type { PageText } from '../pdf/page.js';
import type { TileFormat } from '../pyramids/tile-pyramid.js';

/** Where a page's picture is; `width` and `height` are the page's pixels, the space of the words' boxes. */
export type OcrSource =
  | { kind: 'pyramid'; file: string; format: TileFormat; width: number; height: number }
  | { kind: 'pdf'; file: string; pageNumber: number; width: number; height: number };

/** What the child answers for each source it is sent. */
export type OcrAnswer =
  | { type: 'read'; text: PageText; engine: string; millis: number; cpuMillis: number }
  | { type: 'failed'; detail: string };
