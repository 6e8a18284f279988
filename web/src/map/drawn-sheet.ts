import type { Fit } from '@symbio/georeference';
import { sheetOf } from '../evidence/document-pages.js';
import type { PlacedSheet } from '../evidence/georeferences-api.js';
import type { DocumentPage, TileSource } from '../evidence/page-records.js';
import { fitOfSheet } from '../evidence/sheet-place.js';
import { sheetOnMap, type SheetOnMap } from './mercator.js';
import type { TiledSheet } from './tile-choice.js';

/** A sheet as drawn: later ones lie over earlier ones. */
export interface DrawnSheet extends TiledSheet, SheetOnMap {
  /** Identifies the picture: only its signed addresses may change. */
  id: string;
  tileSource: TileSource;
  /** 0 to 1; 0 is not drawn. */
  opacity: number;
}

/** Null without a picture. */
export function drawnSheet(page: DocumentPage, fit: Pick<Fit, 'affine' | 'plane'>): DrawnSheet | null {
  const sheet = sheetOf(page);
  if (!sheet) return null;
  const { key, size, tileSource } = sheet;
  const tileSize = Number(tileSource.Image.TileSize);
  return { ...sheetOnMap(fit, size), ...size, id: key, tileSource, tileSize, opacity: 1 };
}

/** Null without a picture or a place. */
export function drawnPlaced(page: DocumentPage | undefined, placed: Pick<PlacedSheet, 'fit'>): DrawnSheet | null {
  const fit = fitOfSheet(placed);
  return page && fit ? drawnSheet(page, fit) : null;
}

/** Order of sheets in which later years lie over earlier ones; those without a year lowest. */
export const byYear = (one: Pick<PlacedSheet, 'year'>, other: Pick<PlacedSheet, 'year'>): number =>
  (one.year ?? 0) - (other.year ?? 0);

/** Sheets that are drawn at once. */
export const MAX_DRAWN = 60;

/** The nearest ones to a place on the map, in their order. */
export function nearestSheets<S extends Pick<DrawnSheet, 'middle'>>(
  sheets: readonly S[],
  middle: readonly [x: number, y: number] | null,
): readonly S[] {
  if (sheets.length <= MAX_DRAWN || !middle) return sheets.slice(-MAX_DRAWN);
  const distance = ({ middle: [x, y] }: S): number => Math.hypot(x - middle[0], y - middle[1]);
  const kept = new Set([...sheets].sort((a, b) => distance(a) - distance(b)).slice(0, MAX_DRAWN));
  return sheets.filter((sheet) => kept.has(sheet));
}
