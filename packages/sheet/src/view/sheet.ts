import type { Size } from '../geometry/shapes.js';

/** Pyramid of tiles as a Deep Zoom description. `Url` is a prefix that ends in "/". */
export interface DeepZoom {
  Image: {
    xmlns: string;
    Url: string;
    Format: string;
    Overlap: string;
    TileSize: string;
    Size: { Width: string; Height: string };
  };
}

/** Description (info.json) of a picture of a IIIF image service. */
export interface IiifImage {
  '@context': string;
  id: string;
  width: number;
  height: number;
}

/** One picture without a pyramid, such as a photograph. */
export interface WholePicture {
  type: 'image';
  url: string;
}

export type TileSource = DeepZoom | IiifImage | WholePicture;

/** `key` identifies the content: with the same key only the addresses differ. */
export interface Sheet {
  key: string;
  tileSource: TileSource;
  /** Image pixels. */
  size: Size;
}

export function addressOf(source: TileSource): string {
  if ('Image' in source) return source.Image.Url;
  return 'url' in source ? source.url : source.id;
}
