import type { DeepZoom, Page, PageMetadata } from '@symbio/client';
import type { ApiFields } from '../lib/http/api-types.js';

/** `Url` is a signed prefix that ends in "/". */
export type TileSource = DeepZoom;

/** Image pixels. `key` identifies the content: with the same key only the signed URLs differ. */
export interface Sheet {
  key: string;
  tileSource: TileSource;
  size: { width: number; height: number };
}

/** DATA-08, DATA-09. Sizes in image pixels. */
export type DocumentPage = ApiFields<
  Page,
  | 'id'
  | 'document_id'
  | 'page_number'
  | 'image_url'
  | 'thumbnail_url'
  | 'tile_source'
  | 'status'
  | 'created_at'
  | 'updated_at',
  'error' | 'title_block' | 'ground_scale' | 'sheet_scale' | 'page_type_correction'
> & {
  image_path: string | null;
  width: number | null;
  height: number | null;
  dpi: number | null;
  metadata: Partial<PageMetadata> | null;
};
