import { clamp } from './geometry.js';
import type { Size } from './geometry.js';

/** Zoom is CSS pixels per image pixel: 1 is 100%. Limits from VIEW-28 and CONST-12. */
export const MINIMUM_ZOOM = 0.1;
export const MAXIMUM_ZOOM = 5;

/** One press of Zoom In or Zoom Out, or one wheel notch. */
export const BUTTON_STEP = 1.25;
export const WHEEL_STEP = 1.2;

export function fitToPageZoom(sheet: Size, view: Size): number {
  return Math.min(view.width / sheet.width, view.height / sheet.height);
}

export function fitToWidthZoom(sheet: Size, view: Size): number {
  return view.width / sheet.width;
}

/** Zoom range: 0.1 to 5, extended downwards for sheets that fit the view only below 0.1. */
export function zoomRange(sheet: Size, view: Size): { minimum: number; maximum: number } {
  return { minimum: Math.min(MINIMUM_ZOOM, fitToPageZoom(sheet, view)), maximum: MAXIMUM_ZOOM };
}

export function clampZoom(zoom: number, range: { minimum: number; maximum: number }): number {
  return clamp(zoom, range.minimum, range.maximum);
}

export type ZoomEnd = 'in' | 'out' | null;

/** Tolerance at the limits: spring animations stop near them. */
const NEAR_END = 1.002;

export function zoomEndAt(zoom: number, { minimum, maximum }: { minimum: number; maximum: number }): ZoomEnd {
  if (zoom >= maximum / NEAR_END) return 'in';
  return zoom <= minimum * NEAR_END ? 'out' : null;
}

/** Formats the percentage (VIEW-26); one decimal below 10%, where steps are small. */
export function zoomPercentage(zoom: number): string {
  const percent = zoom * 100;
  return `${percent < 9.95 ? Number(percent.toFixed(1)) : Math.round(percent)}%`;
}
