import type { ControlPoint, Pixel, PictureSize } from '../fit.js';

export type ImportedPoint = ControlPoint & { used: boolean; name?: string };

export interface ImportedPoints {
  points: ImportedPoint[];
  /** The part of the sheet that the map covers; empty: all of it. */
  mask: Pixel[];
  /** Of an own export. */
  regionId?: string;
}

export interface SheetAsked extends PictureSize {
  id: string;
}
