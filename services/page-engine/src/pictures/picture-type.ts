export type PictureType = 'jpeg' | 'png' | 'gif' | 'webp' | 'heic' | 'tiff' | 'bmp';

export const PICTURE_HEAD_BYTES = 64;

/** Written by phones (ISO/IEC 23008-12, annex B). */
const HEIC_BRANDS: ReadonlySet<string> = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx']);
const SIGNATURES: readonly [type: PictureType, signature: Buffer][] = [
  ['jpeg', Buffer.from('ffd8ff', 'hex')],
  ['png', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['gif', Buffer.from('GIF87a')],
  ['gif', Buffer.from('GIF89a')],
  ['tiff', Buffer.from('II*\0', 'latin1')],
  ['tiff', Buffer.from('MM\0*', 'latin1')],
  // BigTIFF
  ['tiff', Buffer.from('II+\0', 'latin1')],
  ['tiff', Buffer.from('MM\0+', 'latin1')],
];
/** Sizes of the known information headers. */
const BMP_HEADERS: ReadonlySet<number> = new Set([12, 40, 52, 56, 64, 108, 124]);

/** Brands at the start of an ISO base media file. */
function brandsOf(head: Buffer): string[] {
  if (head.toString('latin1', 4, 8) !== 'ftyp') return [];
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands = [head.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4));
  return brands;
}

/** Two letters alone are too common: a text may begin with BM. */
const isBmp = (head: Buffer): boolean =>
  head.toString('latin1', 0, 2) === 'BM' && head.length >= 18 && BMP_HEADERS.has(head.readUInt32LE(14));

/** By content, never by name; undefined if unsupported. SVG is none: its scripts would run on our origin. */
export function pictureTypeOf(head: Buffer): PictureType | undefined {
  const known = SIGNATURES.find(([, signature]) => head.subarray(0, signature.length).equals(signature));
  if (known) return known[0];
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  if (isBmp(head)) return 'bmp';
  return brandsOf(head).some((brand) => HEIC_BRANDS.has(brand)) ? 'heic' : undefined;
}
