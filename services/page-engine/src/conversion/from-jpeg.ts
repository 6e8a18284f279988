/** JPEG files: their bytes go into the PDF as they are. */
import exif from 'exifreader';
import { readJpegFrame, type JpegFrame } from '../pdf/jpeg-header.js';
import { mendJpeg } from '../pictures/mend-jpeg.js';
import { tolerating } from '../pictures/open-picture.js';
import { sharp } from '../pictures/sharp.js';
import { usableProfile } from './colour-profile.js';
import { conversionFailures, damagedBy } from './failures.js';
import { checkSize } from './limits.js';
import { isUsualDefault, pixelShape, type Dpi, type PdfPicture, type Sheet } from './page-sheet.js';

/** Frames that PDF holds: baseline, sequential and progressive. */
const HELD = new Set([0xc0, 0xc1, 0xc2]);
const ICC = Buffer.from('ICC_PROFILE\0', 'latin1');
const INCH_CM = 2.54;

/** @param pixels limit */
export async function jpegSheet(file: Buffer, pixels: number): Promise<Sheet> {
  const bytes = mendJpeg(file);
  const frame = readJpegFrame(bytes);
  if (!frame) throw conversionFailures.damaged('no JPEG frame');
  const { width, height } = frame;
  checkSize(width, height, pixels);
  const segments = segmentsOf(bytes);
  if (frame.bits !== 8 || !segments.some(({ marker }) => HELD.has(marker)))
    throw conversionFailures.compression('JPEG', `${frame.bits} bits`);
  await checkWhole(bytes);
  const picture = heldJpeg(frame, bytes, profileOf(segments));
  const { dpi, orientation } = notesOf(bytes, segments);
  return { width, height, dpi, orientation, pictures: [{ ...picture, x: 0, y: 0 }] };
}

/** @param bytes a JPEG of 8 bits */
export function heldJpeg(frame: JpegFrame, bytes: Buffer, profile?: Buffer): PdfPicture {
  const { width, height, components, adobeTransform } = frame;
  if (components !== 1 && components !== 3 && components !== 4)
    throw conversionFailures.compression('JPEG', `${components} components`);
  // Adobe's programs store inverted inks
  const isInverted = components === 4 && adobeTransform !== null;
  return {
    width,
    height,
    bits: 8,
    colours: { kind: 'device', channels: components, profile: usableProfile(profile, components) },
    filter: 'DCTDecode',
    data: bytes,
    ...(isInverted && { extra: '/Decode[1 0 1 0 1 0 1 0]' }),
  };
}

/** Decodes it once at a small size: a cut-off picture must not become half a page. */
async function checkWhole(bytes: Buffer): Promise<void> {
  try {
    await tolerating((failOn) =>
      sharp(bytes, { limitInputPixels: false, sequentialRead: true, failOn })
        .resize(8, 8, { fit: 'fill' })
        .raw()
        .toBuffer(),
    );
  } catch (error) {
    throw damagedBy(error);
  }
}

interface Segment {
  marker: number;
  data: Buffer;
}

/** Before the first scan. */
function segmentsOf(bytes: Buffer): Segment[] {
  const found: Segment[] = [];
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === 0xda) break;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    found.push({ marker, data: bytes.subarray(at + 4, end) });
    at = end;
  }
  return found;
}

function profileOf(segments: Segment[]): Buffer | undefined {
  const parts = segments
    .filter(({ marker, data }) => marker === 0xe2 && data.subarray(0, ICC.length).equals(ICC))
    .map(({ data }) => ({ number: data[ICC.length] ?? 0, part: data.subarray(ICC.length + 2) }))
    .sort((a, b) => a.number - b.number);
  return parts.length > 0 ? Buffer.concat(parts.map(({ part }) => part)) : undefined;
}

function notesOf(bytes: Buffer, segments: Segment[]): { dpi: Dpi | undefined; orientation: number } {
  const jfif = segments.find(({ marker, data }) => marker === 0xe0 && data.toString('latin1', 0, 5) === 'JFIF\0');
  const fromJfif = jfif && jfif.data.length >= 12 ? jfifDpi(jfif.data) : undefined;
  try {
    const tags = exif.load(bytes, { includeTags: { exif: true } });
    const orientation = Number(tags.Orientation?.value ?? 1);
    const [across, down] = [tags.XResolution?.value, tags.YResolution?.value].map(rational);
    const perCm = Number(tags.ResolutionUnit?.value ?? 2) === 3;
    const fromExif = across && down ? { across: inches(across, perCm), down: inches(down, perCm) } : undefined;
    const isDefault = !fromJfif || isUsualDefault(fromJfif);
    return { dpi: isDefault ? (fromExif ?? fromJfif) : fromJfif, orientation };
  } catch {
    // no metadata, or a broken one
    return { dpi: fromJfif, orientation: 1 };
  }
}

function jfifDpi(data: Buffer): Dpi | undefined {
  const unit = data[7];
  const [across, down] = [data.readUInt16BE(8), data.readUInt16BE(10)];
  if (across === 0 || down === 0) return undefined;
  if (unit !== 1 && unit !== 2) return pixelShape(across, down);
  return { across: inches(across, unit === 2), down: inches(down, unit === 2) };
}

const inches = (value: number, perCm: boolean): number => (perCm ? value * INCH_CM : value);

function rational(value: unknown): number {
  const [top, bottom] = Array.isArray(value) ? (value as unknown[]).map(Number) : [];
  return top && bottom ? top / bottom : 0;
}
