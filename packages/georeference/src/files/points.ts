/** Control points of other programs: QGIS `.points`, CSV, and Georeference Annotations (IIIF, Allmaps). */
import { fromWebMercator } from '../plane.js';
import { readAnnotation } from './annotation.js';
import { UnreadableFile } from './areas.js';
import type { ImportedPoint, ImportedPoints, SheetAsked } from './imported.js';

const UNKNOWN = 'The file must be a .points file of QGIS, a CSV of places or a IIIF Georeference Annotation.';
const OTHER_SYSTEM =
  'The places must be in longitude and latitude (EPSG:4326) or Web Mercator (EPSG:3857). Choose one of them in QGIS before you save the points.';
const MIXED_SIGNS = 'sourceY must be negative in all lines, as QGIS 3 writes it, or in none.';
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;
/** Spellings of columns. */
const COLUMNS = {
  longitude: ['mapx', 'longitude', 'lon', 'lng'],
  latitude: ['mapy', 'latitude', 'lat'],
  x: ['sourcex', 'pixelx', 'x'],
  y: ['sourcey', 'pixely', 'y'],
  used: ['enable', 'used'],
  name: ['name'],
} as const;

type Column = keyof typeof COLUMNS;
type System = 'degrees' | 'mercator';

/** Of the line that QGIS begins with; absent in older files. @throws UnreadableFile for others */
function systemOf(crs: string | undefined): System | undefined {
  if (crs === undefined) return undefined;
  // the last identifier is that of the whole system
  const code =
    [...crs.matchAll(/(?:ID|AUTHORITY)\["EPSG",\s*"?(\d{1,6})"?\]/g)].at(-1)?.[1] ?? /EPSG:(\d{1,6})/.exec(crs)?.[1];
  if (code === '4326' || /OGC:CRS84/i.test(crs)) return 'degrees';
  if (code === '3857') return 'mercator';
  throw new UnreadableFile(OTHER_SYSTEM);
}

function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let [cell, isQuoted] = ['', false];
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell.trim()];
}

function readTable(text: string): ImportedPoint[] {
  const numbered = text.split(/\r\n|\r|\n/).map((line, at) => ({ line, number: at + 1 }));
  const crs = numbered.find(({ line }) => /^#\s*CRS:/i.test(line))?.line;
  const [header, ...rows] = numbered.filter(({ line }) => line.trim() !== '' && !line.startsWith('#'));
  if (!header) throw new UnreadableFile(UNKNOWN);
  const separator = [',', '\t', ';'].find((one) => header.line.includes(one)) ?? ',';
  const names = cellsOf(header.line, separator).map((name) => name.toLowerCase());
  const columnOf = (column: Column): number =>
    names.findIndex((name) => (COLUMNS[column] as readonly string[]).includes(name));
  const at = {
    ...{ longitude: columnOf('longitude'), latitude: columnOf('latitude'), x: columnOf('x'), y: columnOf('y') },
    ...{ used: columnOf('used'), name: columnOf('name') },
  };
  if (Math.min(at.longitude, at.latitude, at.x, at.y) < 0) throw new UnreadableFile(UNKNOWN);
  const lines = rows.map(({ line, number }) => {
    const cells = cellsOf(line, separator);
    const value = (column: 'longitude' | 'latitude' | 'x' | 'y'): number => {
      const cell = cells[at[column]] ?? '';
      if (!NUMBER.test(cell))
        throw new UnreadableFile(`Line ${number} has no number in ${names[at[column]] ?? column}.`);
      return Number(cell);
    };
    const name = cells[at.name] ?? '';
    return {
      ...{ x: value('x'), y: value('y'), longitude: value('longitude'), latitude: value('latitude') },
      used: !['0', 'false', 'no'].includes((cells[at.used] ?? '1').toLowerCase()),
      ...(name !== '' && { name }),
    };
  });
  // y of QGIS counts upwards
  const isUpward = names[at.y] !== 'y' && lines.every(({ y }) => y <= 0);
  if (!isUpward && lines.some(({ y }) => y < 0)) throw new UnreadableFile(MIXED_SIGNS);
  const isMetres = lines.some(({ longitude, latitude }) => Math.abs(longitude) > 180 || Math.abs(latitude) > 90);
  const system = systemOf(crs) ?? 'degrees';
  if (system === 'degrees' && isMetres) throw new UnreadableFile(OTHER_SYSTEM);
  return lines.map((line) => ({
    ...line,
    y: isUpward ? 0 - line.y : line.y,
    ...(system === 'mercator' && fromWebMercator(line.longitude, line.latitude)),
  }));
}

/**
 * The maps of a sheet, in its pixels: one, or several of which at most one has no mask. Their values are numbers, but
 * not checked further.
 *
 * @throws UnreadableFile
 */
export function readPointFile(content: string, sheet: SheetAsked): ImportedPoints[] {
  const text = content.replace(/^\uFEFF/, '').trimStart();
  const maps = text.startsWith('{') ? readAnnotation(text, sheet) : [{ points: readTable(text), mask: [] }];
  if (maps.some(({ points }) => points.length === 0)) throw new UnreadableFile('The file has no places.');
  return maps;
}
