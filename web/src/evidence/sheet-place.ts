import { outlineOnEarth, planeAt, type Affine, type Fit } from '@symbio/georeference';
import type { AnnotationCoordinates } from './annotation-records.js';
import type { FilledPlace } from './association/place-check.js';
import type { Georeference, PlacedSheet } from './georeferences-api.js';
import { outlineOf } from './outlines.js';
import type { DocumentPage } from './page-records.js';

type SheetFit = Pick<Fit, 'affine' | 'plane'>;

/** Null for a sheet without a place. */
export function fitOfSheet({ fit }: Pick<PlacedSheet, 'fit'>): SheetFit | null {
  if (!fit) return null;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = fit.affine;
  const affine: Affine = [a, b, c, d, e, f];
  return { affine, plane: planeAt(fit.origin) };
}

/** `sheet 169 (1896)`, `page 3` */
export function sheetInWords(page: Pick<DocumentPage, 'page_number' | 'metadata' | 'title_block'> | undefined): string {
  const number = page?.title_block?.sheet_number?.value;
  const name = number ? `sheet ${number}` : page ? `page ${page.page_number}` : 'the sheet';
  const year = page?.metadata?.year;
  return typeof year === 'number' ? `${name} (${year})` : name;
}

/** Degrees with seven decimals: a centimetre. */
const rounded = (degrees: number): number => Number(degrees.toFixed(7));

/** The middle of an annotation on the earth, to start a feature's place from (D-71); null without one. */
export function placeFromSheet(
  coordinates: AnnotationCoordinates,
  georeference: Pick<Georeference, 'fit' | 'expected_feet'> | undefined,
  page: DocumentPage | undefined,
): FilledPlace | null {
  const fit = georeference && fitOfSheet(georeference);
  if (!fit) return null;
  const { longitude, latitude } = outlineOnEarth(fit, outlineOf(coordinates).points).centre;
  const within = georeference.expected_feet;
  return {
    coordinate: { longitude: rounded(longitude), latitude: rounded(latitude) },
    origin: `From ${sheetInWords(page)}${within === null ? '' : `, within ${Math.ceil(within)} ft`}.`,
  };
}
