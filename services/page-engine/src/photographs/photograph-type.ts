export type PhotographType = 'jpeg' | 'heic' | 'png' | 'webp';

export const PHOTOGRAPH_HEAD_BYTES = 64;

/** Written by phones (ISO/IEC 23008-12, annex B). */
const HEIC_BRANDS: ReadonlySet<string> = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx']);
const JPEG = Buffer.from('ffd8ff', 'hex');
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** Brands at the start of an ISO base media file. */
function brandsOf(head: Buffer): string[] {
  if (head.toString('latin1', 4, 8) !== 'ftyp') return [];
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands = [head.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4));
  return brands;
}

/** By content, never by name; undefined if unsupported. */
export function photographTypeOf(head: Buffer): PhotographType | undefined {
  if (head.subarray(0, JPEG.length).equals(JPEG)) return 'jpeg';
  if (head.subarray(0, PNG.length).equals(PNG)) return 'png';
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  return brandsOf(head).some((brand) => HEIC_BRANDS.has(brand)) ? 'heic' : undefined;
}
