import type { Pixel, PictureSize } from '../fit.js';
import { UnreadableFile } from './areas.js';
import type { ImportedPoints, SheetAsked } from './imported.js';

/** Maps of one file. */
const MOST_MAPS = 500;
/** By which share the shape of the described picture may differ from the sheet's. */
const SAME_SHAPE = 0.01;

const NOT_JSON = 'The file is not valid JSON.';
const NO_MAP = 'The file has no Georeference Annotation.';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOf = (value: unknown): Json => (isObject(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function pairOf(value: unknown): [number, number] | undefined {
  const [one, other] = listOf(value);
  return isNumber(one) && isNumber(other) ? [one, other] : undefined;
}

interface DescribedMap {
  /** Of its picture. */
  id: string;
  regionId: string | undefined;
  size: PictureSize | undefined;
  points: { pixel: [number, number]; place: [number, number] }[];
  mask: Pixel[];
}

function annotationsOf(file: unknown): Json[] {
  const { type, items } = objectOf(file);
  const found = type === 'AnnotationPage' ? listOf(items) : [file];
  if (found.length > MOST_MAPS) throw new UnreadableFile(`The file has more than ${MOST_MAPS} maps.`);
  return found.filter(isObject).filter((one) => one['type'] === 'Annotation' && isObject(one['body']));
}

function maskOf(svg: string): Pixel[] {
  const [, points = ''] = /<polygon\s[^<>]*?points="([^"<>]*)"/.exec(svg) ?? [];
  const numbers = points
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (points === '' || numbers.length % 2 === 1 || !numbers.every(Number.isFinite)) return [];
  return numbers.flatMap((x, at) => (at % 2 === 0 ? [{ x, y: numbers[at + 1] ?? 0 }] : []));
}

function sizeOf({ width, height }: Json, svg: string): PictureSize | undefined {
  if (isNumber(width) && isNumber(height) && width > 0 && height > 0) return { width, height };
  const side = (name: string): number =>
    Number(new RegExp(`<svg\\b[^<>]*?\\s${name}="(\\d{1,6})"`).exec(svg)?.[1] ?? 0);
  const size = { width: side('width'), height: side('height') };
  return size.width > 0 && size.height > 0 ? size : undefined;
}

/** Of the present and of the first version of the extension. @throws UnreadableFile */
function describedBy(annotation: Json): DescribedMap {
  const target = objectOf(annotation['target']);
  const source = typeof target['source'] === 'string' ? { id: target['source'] } : objectOf(target['source']);
  const [service] = [...listOf(target['service']), ...listOf(source['service'])].map(objectOf);
  const id = source['id'] ?? source['@id'] ?? service?.['id'] ?? service?.['@id'];
  const svg = objectOf(target['selector'])['value'];
  const shape = typeof svg === 'string' ? svg : '';
  const points = listOf(objectOf(annotation['body'])['features']).map((feature) => {
    const { properties, geometry } = objectOf(feature);
    const pixel = pairOf(objectOf(properties)['resourceCoords'] ?? objectOf(properties)['pixelCoords']);
    const place = objectOf(geometry)['type'] === 'Point' ? pairOf(objectOf(geometry)['coordinates']) : undefined;
    if (!pixel || !place) throw new UnreadableFile('A place of the annotation has no pixel or no coordinates.');
    return { pixel, place };
  });
  const own = annotation['id'];
  const [, regionId] = (typeof own === 'string' ? /[?&]region_id=([\w-]{1,64})(?:&|$)/.exec(own) : null) ?? [];
  return { id: typeof id === 'string' ? id : '', regionId, size: sizeOf(source, shape), points, mask: maskOf(shape) };
}

const isSize = (size: PictureSize | undefined, { width, height }: PictureSize): boolean =>
  size?.width === width && size.height === height;

/** @throws UnreadableFile unless the maps can only be the sheet's */
function mapsOf(maps: readonly DescribedMap[], sheet: SheetAsked): readonly DescribedMap[] {
  const own = maps.filter(({ id }) => id.includes(sheet.id));
  const alike = maps.filter(({ size }) => isSize(size, sheet));
  const found = [own, alike, maps].find(({ length }) => length > 0) ?? [];
  if (found.length === 0) throw new UnreadableFile(NO_MAP);
  if (found.length > 1 && found !== own)
    throw new UnreadableFile(
      `The file has ${found.length} maps that can be of this sheet. Send the annotation of this sheet alone.`,
    );
  return found;
}

const isWhole = (mask: readonly Pixel[], { width, height }: PictureSize): boolean =>
  mask.length === 4 &&
  [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ].every(([x = 0, y = 0]) => mask.some((corner) => Math.hypot(corner.x - x, corner.y - y) <= 1));

/** The maps of a sheet, in its pixels. @throws UnreadableFile */
export function readAnnotation(text: string, sheet: SheetAsked): ImportedPoints[] {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    throw new UnreadableFile(NOT_JSON, { cause: error });
  }
  const maps = mapsOf(annotationsOf(file).map(describedBy), sheet).map((map) => onto(map, sheet));
  if (maps.length > 1 && maps.filter(({ mask }) => mask.length === 0).length > 1)
    throw new UnreadableFile('Several maps of the file cover the whole sheet. Send one of them, or maps with masks.');
  return maps;
}

function onto({ size: described, points, mask, regionId }: DescribedMap, sheet: SheetAsked): ImportedPoints {
  const size = described ?? sheet;
  const [across, down] = [sheet.width / size.width, sheet.height / size.height];
  if (Math.abs(across / down - 1) > SAME_SHAPE)
    throw new UnreadableFile(
      `The annotation is of a picture of ${size.width} x ${size.height} pixels, which has another shape than this sheet of ${sheet.width} x ${sheet.height} pixels.`,
    );
  // rounded sizes let a corner pass the edge by a pixel
  const clipped = (value: number, most: number) => (value > most && value < most + 1 ? most : value);
  const onSheet = (x: number, y: number): Pixel => ({
    x: clipped(x * across, sheet.width),
    y: clipped(y * down, sheet.height),
  });
  return {
    points: points.map(({ pixel: [x, y], place: [longitude, latitude] }) => ({
      ...onSheet(x, y),
      ...{ longitude, latitude, used: true },
    })),
    mask: isWhole(mask, size) ? [] : mask.map(({ x, y }) => onSheet(x, y)),
    ...(regionId !== undefined && { regionId }),
  };
}
