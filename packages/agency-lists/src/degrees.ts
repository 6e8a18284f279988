/** Degrees as agencies write them: decimal, with minutes, with seconds, or as one number. */

export interface Degrees {
  /** NaN if unreadable. */
  value: number;
  /** Up to a mile off. */
  isWholeMinutes: boolean;
}

const NUMBER = /^[-+]?\d+(?:[.,]\d+)?$/;
const HEMISPHERE = /^([NSEW])\s*|\s*([NSEW])$/;
const DECIMAL = /^([-+])?(\d+(?:[.,]\d+)?)°?$/;
const MINUTES = /^([-+])?(\d{1,3})[°: -](\d{1,2}(?:[.,]\d+)?)(?:'?|[': -](\d{1,2}(?:[.,]\d+)?)"?)$/;
/** DDMMSS and DDDMMSS. */
const PACKED = /^([-+])?(\d{1,3})(\d\d)(\d\d(?:[.,]\d+)?)$/;
/** Of the United States. */
const PACKED_LATITUDE = /^[1-7]\d(?:[0-5]\d){2}(?:\.\d+)?$/;
const PACKED_LONGITUDE = /^(?:-(?:0?[6-9]\d|1[0-7]\d)|0[6-9]\d)(?:[0-5]\d){2}(?:\.\d+)?$/;
const UNREADABLE: Degrees = { value: Number.NaN, isWholeMinutes: false };

/** A number as agencies write it; NaN if unreadable. */
export function numberOf(text: string | undefined): number {
  const trimmed = text?.trim() ?? '';
  return NUMBER.test(trimmed) ? Number(trimmed.replace(',', '.')) : Number.NaN;
}

/** The parts of an angle; undefined unless only the last one has a fraction. */
function angleOf(parts: readonly (string | undefined)[]): number | undefined {
  const given = parts.filter((part) => part !== undefined);
  if (given.slice(0, -1).some((part) => /[.,]/.test(part))) return undefined;
  const [degrees = 0, minutes = 0, seconds = 0] = given.map(numberOf);
  return minutes < 60 && seconds < 60 ? degrees + minutes / 60 + seconds / 3_600 : undefined;
}

/** One spelling of each mark, without blanks around it. */
const withPlainMarks = (text: string): string =>
  text
    .replaceAll(/[º˚D]/g, '°')
    .replaceAll(/[′’]/g, "'")
    .replaceAll(/[″”]|''/g, '"')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([°'":]) ?/g, '$1');

/** @param isPacked whether the column says that it has DDMMSS */
export function degreesOf(text = '', isPacked = false): Degrees {
  const upper = text.trim().toUpperCase();
  const [, before, after] = HEMISPHERE.exec(upper) ?? [];
  const hemisphere = before ?? after;
  const rest = withPlainMarks(upper.replace(HEMISPHERE, ''));
  const [, sign, degrees, minutes, seconds] =
    (isPacked ? PACKED.exec(rest) : null) ?? DECIMAL.exec(rest) ?? MINUTES.exec(rest) ?? [];
  const angle = degrees === undefined ? undefined : angleOf([degrees, minutes, seconds]);
  const isSouthOrWest = hemisphere === 'S' || hemisphere === 'W';
  if (angle === undefined || (sign === '-' && hemisphere !== undefined && !isSouthOrWest)) return UNREADABLE;
  return {
    value: sign === '-' || isSouthOrWest ? -angle : angle,
    isWholeMinutes: minutes !== undefined && seconds === undefined && !/[.,]/.test(minutes),
  };
}

const isDecimal = (text: string, isPacked: boolean): boolean =>
  isPacked && !PACKED.test(text) && Math.abs(numberOf(text)) > 0;

/**
 * Whether a place can be read in two ways: decimal degrees below a header that says DDMMSS, or DDMMSS below one that
 * does not. Without the sign or the zero of a longitude such numbers are also feet of a State Plane: unreadable.
 */
export function isAmbiguous(
  [latitude, longitude]: readonly [string, string],
  packed: Readonly<Record<'latitude' | 'longitude', boolean>>,
): boolean {
  if (isDecimal(latitude, packed.latitude) || isDecimal(longitude, packed.longitude)) return true;
  const isSaid = packed.latitude && packed.longitude;
  return !isSaid && PACKED_LATITUDE.test(latitude) && PACKED_LONGITUDE.test(longitude);
}
