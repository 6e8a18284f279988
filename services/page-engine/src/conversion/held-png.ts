/** Rows and palette of a PNG, as PDF can hold them. */
import { open } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import exif from 'exifreader';
import { usableProfile } from './colour-profile.js';
import { conversionFailures } from './failures.js';
import { pixelShape, type Colours, type Dpi, type PdfPicture } from './page-sheet.js';

const SIGNATURE_BYTES = 8;
const MAX_CHUNKS = 1_000_000;
const MAX_KEPT = 4 * 1024 * 1024;
const METRE_INCHES = 0.0254;
const CHANNELS: Readonly<Record<number, 1 | 3>> = { 0: 1, 2: 3 };

interface PngParts {
  width: number;
  height: number;
  bits: number;
  colour: number;
  interlaced: boolean;
  palette: Buffer | undefined;
  hasTransparency: boolean;
  profile: Buffer | undefined;
  dpi: Dpi | undefined;
  /** EXIF value, 1 to 8. */
  orientation: number;
  /** Of the deflated rows. */
  data: { at: number; length: number }[];
}

/** Null if PDF cannot hold it as it is. */
export function heldPng(file: string, parts: PngParts): PdfPicture | null {
  const { width, height, bits, interlaced, hasTransparency, data } = parts;
  const colours = coloursOf(parts);
  if (!colours || interlaced || hasTransparency) return null;
  const channels = colours.kind === 'device' ? colours.channels : 1;
  const parameters = `/Predictor 15/Colors ${channels}/BitsPerComponent ${bits}/Columns ${width}`;
  return {
    ...{ width, height, bits, colours },
    filter: 'FlateDecode',
    extra: `/DecodeParms<<${parameters}>>`,
    data: ranges(file, data),
  };
}

function coloursOf({ colour, palette, profile }: PngParts): Colours | null {
  if (colour === 3)
    return palette && palette.length >= 3 && palette.length % 3 === 0 ? { kind: 'palette', rgb: palette } : null;
  const channels = CHANNELS[colour];
  return channels ? { kind: 'device', channels, profile: usableProfile(profile, channels) } : null;
}

async function* ranges(file: string, places: { at: number; length: number }[]): AsyncGenerator<Buffer> {
  const handle = await open(file, 'r');
  try {
    for (const { at, length } of places) {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, at);
      if (bytesRead < length) throw conversionFailures.damaged('cut off');
      yield buffer;
    }
  } finally {
    await handle.close();
  }
}

export async function readPng(file: string): Promise<PngParts> {
  const handle = await open(file, 'r');
  const parts: PngParts = {
    ...{ width: 0, height: 0, bits: 0, colour: 0, interlaced: false, palette: undefined },
    ...{ hasTransparency: false, profile: undefined, dpi: undefined, orientation: 1, data: [] },
  };
  try {
    const read = async (at: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    };
    const { size } = await handle.stat();
    let at = SIGNATURE_BYTES;
    for (let count = 0; at + 8 <= size && count < MAX_CHUNKS; count++) {
      const head = await read(at, 8);
      const length = head.readUInt32BE(0);
      const name = head.toString('latin1', 4, 8);
      if (name === 'IEND') return parts;
      if (at + 12 + length > size) break;
      if (name === 'IDAT') parts.data.push({ at: at + 8, length });
      else if (KEPT[name] && length <= MAX_KEPT) KEPT[name](parts, await read(at + 8, length));
      at += 12 + length;
    }
    throw conversionFailures.damaged('no end of the PNG');
  } finally {
    await handle.close();
  }
}

const KEPT: Readonly<Record<string, (parts: PngParts, data: Buffer) => void>> = {
  IHDR(parts, data) {
    if (data.length < 13) return;
    Object.assign(parts, { width: data.readUInt32BE(0), height: data.readUInt32BE(4) });
    Object.assign(parts, { bits: data[8], colour: data[9], interlaced: data[12] !== 0 });
  },
  PLTE(parts, data) {
    parts.palette = data;
  },
  tRNS(parts) {
    parts.hasTransparency = true;
  },
  pHYs(parts, data) {
    if (data.length < 9) return;
    const [across, down] = [data.readUInt32BE(0), data.readUInt32BE(4)];
    const isPerMetre = data[8] === 1;
    parts.dpi = isPerMetre ? { across: across * METRE_INCHES, down: down * METRE_INCHES } : pixelShape(across, down);
  },
  eXIf(parts, data) {
    try {
      parts.orientation = Number(exif.load(data, { includeTags: { exif: true } }).Orientation?.value ?? 1);
    } catch {
      // broken metadata; the picture is valid
    }
  },
  iCCP(parts, data) {
    const name = data.indexOf(0);
    if (name < 0) return;
    try {
      parts.profile = inflateSync(data.subarray(name + 2), { maxOutputLength: MAX_KEPT });
    } catch {
      // a picture without its profile is still right in most programs
    }
  },
};
