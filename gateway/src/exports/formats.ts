import { cleanText } from '@symbio/runtime';
import { toKML } from '@placemarkio/tokml';
import { stringify } from 'csv-stringify/sync';
import type { ExportRow } from './export-row.js';

/** In pixels of the sheet, which RFC 7946 does not allow as geometry. */
interface Outline {
  type: 'Polygon';
  coordinates: [x: number, y: number][][];
}

type PointOfInterest = {
  type: 'Feature';
  id: string;
  geometry:
    | { type: 'Point'; coordinates: [longitude: number, latitude: number] }
    | { type: 'Polygon'; coordinates: [longitude: number, latitude: number][][] }
    | null;
  properties: Record<string, string | number | Outline | null>;
};

/** RFC 7946: longitude first; the outline of a placed annotation, else a point; without a place a null geometry. */
function collection(rows: readonly ExportRow[]): { type: 'FeatureCollection'; features: PointOfInterest[] } {
  return {
    type: 'FeatureCollection',
    features: rows.map(({ id, place, earth, values, pixels }) => ({
      type: 'Feature',
      id,
      geometry: earth
        ? { type: 'Polygon', coordinates: [earth] }
        : place
          ? { type: 'Point', coordinates: [place.longitude, place.latitude] }
          : null,
      properties: {
        ...values,
        ...(pixels && { pixel_geometry: { type: 'Polygon', coordinates: [[...pixels]] } }),
      },
    })),
  };
}

const geojson = (rows: readonly ExportRow[]): string => JSON.stringify(collection(rows), undefined, 2);

/** Candidates for a placemark's name, in order of preference. */
const NAMES = ['name', 'label', 'feature', 'narrative', 'id'] as const;

/** OGC KML 2.2; other non-empty columns as extended data. */
function kml(rows: readonly ExportRow[]): string {
  const { features, ...rest } = collection(rows.map(({ id, place, earth, values }) => ({ id, place, earth, values })));
  const named = features.map(({ properties, ...feature }) => {
    const filled = Object.fromEntries(
      Object.entries(properties)
        .filter(([, value]) => value !== null && value !== '')
        .map(([key, value]) => [key, typeof value === 'string' ? cleanText(value) : value]),
    );
    const name = NAMES.map((key) => filled[key]).find(
      (value) => typeof value === 'string' || typeof value === 'number',
    );
    return { ...feature, properties: { ...filled, name: String(name) } };
  });
  // tokml leaves the end of a CDATA section in texts, which XML forbids
  const text = toKML({ ...rest, features: named }).replaceAll(']]>', ']]&gt;');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}`;
}

/**
 * Positions where a spreadsheet may start a formula (OWASP, CSV injection): start of text and after any locale's
 * separator, including full-width signs.
 */
const FORMULA = /(?:^|(?<=[;|\t\r\n]))(?="*[=+\-@＝＋－＠])|^(?=[\t\r])/g;
/** Characters that a parser may split on. */
const MORE_THAN_A_WORD = /[^\w.:-]/;
const plain = (value: string | number | null): string | number | null =>
  typeof value === 'string' ? value.replaceAll(FORMULA, "'") : value;

/**
 * RFC 4180 with header, CRLF and byte order mark, which Excel needs for UTF-8. Texts are quoted; potential formulas get
 * an apostrophe.
 */
const csv = (rows: readonly ExportRow[], columns: readonly string[]): string =>
  csvLines(
    columns,
    rows.map(({ values }) => columns.map((column) => values[column] ?? null)),
    true,
  );

/** Lines of a CSV file; the first chunk includes the header. */
export const csvLines = (
  columns: readonly string[],
  lines: readonly (string | number | null)[][],
  isFirst: boolean,
): string =>
  stringify(
    lines.map((values) => values.map(plain)),
    {
      header: isFirst,
      columns: [...columns],
      record_delimiter: 'windows',
      bom: isFirst,
      quoted_match: MORE_THAN_A_WORD,
    },
  );

export const FORMATS = {
  geojson: { type: 'application/geo+json', write: geojson },
  kml: { type: 'application/vnd.google-earth.kml+xml', write: kml },
  csv: { type: 'text/csv; charset=utf-8', write: csv },
} as const satisfies Readonly<
  Record<string, { type: string; write: (rows: readonly ExportRow[], columns: readonly string[]) => string }>
>;
export type ExportFormat = keyof typeof FORMATS;
