import { judge, planeAt, stateInWords, footprintOf, type Pixel } from '@symbio/georeference';
import type { Georeference, PlacedSheet } from '../evidence/georeferences-api.js';

export const ORIGIN = { longitude: -73.9457, latitude: 40.7856 };
const plane = planeAt(ORIGIN);

const FEET_PER_PIXEL = 0.8;

/** The place of a pixel on a sheet with 0.8 feet per pixel, north up, whose upper left corner is {@link ORIGIN}. */
export const placeOfPixel = ({ x, y }: Pixel) => plane.toPlace(x * FEET_PER_PIXEL, -y * FEET_PER_PIXEL);

export const SIZE = { width: 600, height: 700 };
export const CORNERS: readonly Pixel[] = [
  { x: 50, y: 50 },
  { x: 550, y: 60 },
  { x: 540, y: 650 },
  { x: 60, y: 640 },
];

/** As the server answers for these pixels. */
export function georeferenceOf(
  pageId: string,
  pixels: readonly Pixel[],
  changes: Partial<Georeference> = {},
): Georeference {
  const points = pixels.map((pixel, index) => ({
    ...{ id: `point-${index + 1}`, ...pixel, ...placeOfPixel(pixel), name: '', source: 'map' as const, used: true },
    ...{ miss_feet: 0, by_id: 'u1', by_name: 'Ada Marsh', at: '2026-11-27T10:00:00.000Z' },
  }));
  return {
    ...placedSheet(pageId, pixels),
    picture_width: SIZE.width,
    picture_height: SIZE.height,
    points,
    mask: null,
    worst_point: null,
    note: null,
    same_place_page_id: null,
    regions: [],
    proposal: null,
    history: [],
    by_id: null,
    by_name: null,
    created_at: null,
    ...changes,
  };
}

export function placedSheet(pageId: string, pixels = CORNERS, changes: Partial<PlacedSheet> = {}): PlacedSheet {
  const { fit, state, expectedFeet } = judge(
    pixels.map((pixel) => ({ ...pixel, ...placeOfPixel(pixel), used: true })),
    SIZE,
  );
  return {
    ...{ page_id: pageId, region_id: 'sheet', region_name: null },
    ...{ project_id: 'proj', document_id: 'd1', page_number: 1, year: null, state },
    state_text: stateInWords(state, expectedFeet),
    expected_feet: expectedFeet,
    feet_per_pixel: fit && FEET_PER_PIXEL,
    fit: fit && { kind: fit.kind, affine: [...fit.affine], origin: fit.plane.origin },
    footprint: fit && { type: 'Polygon', coordinates: [footprintOf(fit, SIZE).ring] },
    updated_at: pixels.length > 0 ? '2026-11-27T10:00:00.000Z' : null,
    ...changes,
  };
}
