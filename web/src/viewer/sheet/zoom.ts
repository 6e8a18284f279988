import { clamp } from './geometry.js';
import type { Size } from './geometry.js';

/** Zoom is CSS pixels per image pixel: 1 is 100%. Limits of the specification (VIEW-28, CONST-12). */
export const MINIMUM_ZOOM = 0.1;
export const MAXIMUM_ZOOM = 5;

/** One press of Zoom In or Zoom Out, and one notch of the wheel. */
export const BUTTON_STEP = 1.25;
export const WHEEL_STEP = 1.2;

/** The zoom at which the whole sheet is seen, with nothing to spare on the tighter side. */
export function fitToPageZoom(sheet: Size, view: Size): number {
  return Math.min(view.width / sheet.width, view.height / sheet.height);
}

/** The zoom at which the sheet is as wide as the view. */
export function fitToWidthZoom(sheet: Size, view: Size): number {
  return view.width / sheet.width;
}

/**
 * The zoom range for a sheet in a view: 0.1 to 5, but a sheet that fits the view only below 0.1 must still be seen
 * whole.
 */
export function zoomRange(sheet: Size, view: Size): { minimum: number; maximum: number } {
  return { minimum: Math.min(MINIMUM_ZOOM, fitToPageZoom(sheet, view)), maximum: MAXIMUM_ZOOM };
}

export function clampZoom(zoom: number, range: { minimum: number; maximum: number }): number {
  return clamp(zoom, range.minimum, range.maximum);
}

/** Which way there is nothing left to zoom; null between the ends. */
export type ZoomEnd = 'in' | 'out' | null;

/** Less than a hundredth of a step from an end is at the end: springs come to rest somewhere near it. */
const NEAR_END = 1.002;

export function zoomEndAt(zoom: number, { minimum, maximum }: { minimum: number; maximum: number }): ZoomEnd {
  if (zoom >= maximum / NEAR_END) return 'in';
  return zoom <= minimum * NEAR_END ? 'out' : null;
}

/** The percentage readout (VIEW-26); below 10% one decimal, or the last steps of a huge sheet would read alike. */
export function zoomPercentage(zoom: number): string {
  const percent = zoom * 100;
  return `${percent < 9.95 ? Number(percent.toFixed(1)) : Math.round(percent)}%`;
}
