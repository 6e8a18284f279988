/** Camera metadata, which the stored photograph no longer has. */
import exif, { type Tags } from 'exifreader';

export interface CameraNotes {
  /** `YYYY-MM-DDTHH:MM:SS`, with UTC offset (`-04:00`) if recorded. */
  takenAt?: string;
  /** Degrees, WGS 84. */
  latitude?: number;
  longitude?: number;
  /** Camera direction, degrees clockwise from north, 0 to 360. */
  heading?: number;
}

const MOMENT = /^(\d{4}):(\d\d):(\d\d)[ T](\d\d):(\d\d):(\d\d)/;
const OFFSET = /^[+-]\d\d:\d\d$/;

function textOf(tag: { value: unknown } | undefined): string {
  const value = Array.isArray(tag?.value) ? (tag.value as unknown[])[0] : tag?.value;
  return typeof value === 'string' ? (value.split('\0', 1)[0]?.trim() ?? '') : '';
}

/** Rationals are [numerator, denominator]. */
function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (!Array.isArray(value)) return Number.NaN;
  const [top, bottom] = value as unknown[];
  return Number(top) / Number(bottom);
}

function takenAtOf(tags: Tags): string | undefined {
  const [, year, month, day, hour, minute, second] = MOMENT.exec(textOf(tags.DateTimeOriginal)) ?? [];
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  // unset clocks write zeroes or impossible dates
  const read = new Date(`${text}Z`);
  if (Number.isNaN(read.getTime()) || !read.toISOString().startsWith(text)) return undefined;
  const offset = textOf(tags.OffsetTimeOriginal);
  return OFFSET.test(offset) ? `${text}${offset}` : text;
}

/** NaN without a valid reference: the number alone names no side of the earth. */
function degreesOf(tag: { value: unknown } | undefined, reference: string, [positive, negative]: [string, string]) {
  const side = reference.slice(0, 1).toUpperCase();
  if (!Array.isArray(tag?.value) || (side !== positive && side !== negative)) return Number.NaN;
  const [degrees, minutes = 0, seconds = 0] = (tag.value as unknown[]).map(numberOf);
  const size = Number(degrees) + minutes / 60 + seconds / 3_600;
  return side === negative ? -size : size;
}

function positionOf(tags: Tags): Pick<CameraNotes, 'latitude' | 'longitude'> {
  const latitude = degreesOf(tags.GPSLatitude, textOf(tags.GPSLatitudeRef), ['N', 'S']);
  const longitude = degreesOf(tags.GPSLongitude, textOf(tags.GPSLongitudeRef), ['E', 'W']);
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  // a receiver without a fix writes 0, 0, which is in the sea
  if (!isPlace || (latitude === 0 && longitude === 0)) return {};
  return { latitude: rounded(latitude, 6), longitude: rounded(longitude, 6) };
}

function headingOf(tags: Tags): number | undefined {
  const heading = numberOf(tags.GPSImgDirection?.value);
  return heading >= 0 && heading <= 360 ? rounded(heading % 360, 1) : undefined;
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Empty if absent or invalid. */
export function cameraNotesOf(file: Buffer): CameraNotes {
  let tags: Tags;
  try {
    tags = exif.load(file, { includeTags: { exif: true } });
  } catch {
    // broken metadata; the picture may be valid
    return {};
  }
  const takenAt = takenAtOf(tags);
  const heading = headingOf(tags);
  return { ...(takenAt && { takenAt }), ...positionOf(tags), ...(heading !== undefined && { heading }) };
}
