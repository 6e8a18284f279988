import type { PageKind } from '@symbio/proto/document/vocabulary';

/** A deep-zoom image as OpenSeadragon opens it; `Url` is a signed prefix that ends in "/". */
export interface TileSource {
  Image: {
    xmlns: string;
    Url: string;
    Format: string;
    Overlap: string;
    TileSize: string;
    Size: { Width: string; Height: string };
  };
}

/**
 * A sheet to show, its size in image pixels. `key` names its content: with the same key only the signatures of its
 * addresses changed.
 */
export interface Sheet {
  key: string;
  tileSource: TileSource;
  size: { width: number; height: number };
}

/** A document page as `/api/documents/{id}/pages` serves it (DATA-08, DATA-09). Sizes in image pixels. */
export interface DocumentPage {
  id: string;
  document_id: string;
  page_number: number;
  image_path: string | null;
  image_url: string | null;
  thumbnail_url: string | null;
  tile_source: TileSource | null;
  width: number | null;
  height: number | null;
  dpi: number | null;
  status: 'pending' | 'ready' | 'failed';
  error?: string | null;
  metadata: {
    page_type?: PageKind | null;
    extracted_text?: string | null;
    year?: number | string | null;
    map_scale?: string | null;
    /** What the file calls the page. */
    page_title?: string | null;
    /** Where year and title were read: `title_block`, `bookmark` and others, which may become more. */
    year_source?: string | null;
    page_title_source?: string | null;
    /** How sure each of them is, 0 to 1. */
    page_type_confidence?: number;
    year_confidence?: number;
    map_scale_confidence?: number;
    page_title_confidence?: number;
  } | null;
  created_at: string;
  updated_at: string;
}
