/** Pages of a TIFF: group 4 and JPEG data go into the PDF as they are where PDF can hold them. */
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Sharp } from 'sharp';
import { readJpegFrame } from '../pdf/jpeg-header.js';
import { sharp } from '../pictures/sharp.js';
import { decodedPicture, removeDecoded } from './decoded-picture.js';
import { conversionFailures, damagedBy } from './failures.js';
import { heldJpeg } from './from-jpeg.js';
import { checkSize } from './limits.js';
import type { ConversionLimits, Notice } from './messages.js';
import { pixelShape, type Dpi, type PdfPicture, type PlacedPicture, type Sheet } from './page-sheet.js';
import { TAG, tiffDirectories, type TiffDirectory, type TiffSource } from './tiff-directory.js';

const G3 = 3;
const G4 = 4;
const JPEG = 7;
/** Old JPEG, JPEG 2000, LZMA, Zstandard and other codes that libtiff does not read here. */
const UNREADABLE: ReadonlySet<number> = new Set([6, 33003, 33004, 33005, 34712, 34892, 34925, 50000, 50002]);
const YCBCR = 6;
const INKS = 5;
const PALETTE = 3;
const RGB = 2;
/** Of measurements, which have their own sentence. */
const WIDEST = 16;
/** Reduced copies and masks are no pages. */
const NO_PAGE = 0b101;
/** More pieces are put together instead. */
const MAX_PIECES = 2_000;
const FLOAT = 3;

export interface TiffOptions {
  file: string;
  folder: string;
  limits: ConversionLimits;
  notices: Notice[];
}

interface Page {
  directory: TiffDirectory;
  /** Position in the file, as libtiff counts. */
  index: number;
  width: number;
  height: number;
  compression: number;
  samples: number;
  bits: number;
}

export async function* tiffSheets({ file, folder, limits, notices }: TiffOptions): AsyncGenerator<Sheet> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const source: TiffSource = {
      size,
      async read(at, length) {
        const wanted = Math.max(0, Math.min(length, size - at));
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(wanted), 0, wanted, at);
        return buffer.subarray(0, bytesRead);
      },
    };
    let index = -1;
    // copies in other sizes count too, so twice as many
    for await (const directory of tiffDirectories(source, limits.pages * 8)) {
      index++;
      if (directory.number(TAG.subfile, 0) & NO_PAGE) continue;
      const page = pageOf(directory, index);
      checkSize(page.width, page.height, limits.pixels);
      yield {
        width: page.width,
        height: page.height,
        dpi: dpiOf(directory),
        orientation: directory.number(TAG.orientation, 1),
        pictures: await picturesOf(page, source, { file, folder, limits, notices }),
      };
      await removeDecoded(decodedFile(folder, index));
    }
    if (index < 0) throw conversionFailures.damaged('no page');
  } finally {
    await handle.close();
  }
}

const decodedFile = (folder: string, index: number): string => path.join(folder, `page-${index}.png`);

const pageOf = (directory: TiffDirectory, index: number): Page => ({
  directory,
  index,
  width: directory.number(TAG.width, 0),
  height: directory.number(TAG.height, 0),
  compression: directory.number(TAG.compression, 1),
  samples: directory.number(TAG.samples, 1),
  bits: directory.number(TAG.bits, 1),
});

function dpiOf(directory: TiffDirectory): Dpi | undefined {
  const unit = directory.number(TAG.resolutionUnit, 2);
  const [across, down] = [directory.number(TAG.xResolution, 0), directory.number(TAG.yResolution, 0)];
  if (!(across > 0) || !(down > 0)) return undefined;
  if (unit === 1) return pixelShape(across, down);
  const factor = unit === 3 ? 2.54 : 1;
  return { across: across * factor, down: down * factor };
}

async function picturesOf(page: Page, source: TiffSource, options: TiffOptions): Promise<Sheet['pictures']> {
  const { directory, compression, bits, samples, width, height } = page;
  if (UNREADABLE.has(compression)) throw conversionFailures.compression('TIFF', `compression ${compression}`);
  if (directory.number(TAG.sampleFormat, 1) === FLOAT || bits > WIDEST) throw conversionFailures.measurements();
  if (!hasKnownColours(page)) throw conversionFailures.colours();
  const pieces = piecesOf(page);
  if (compression === JPEG && bits === 8 && pieces && directory.number(TAG.planar, 1) === 1) {
    const first = await jpegPiece(page, source, pieces[0]);
    if (first) return jpegPieces(page, source, pieces);
  }
  const [only] = pieces ?? [];
  const isBilevel = bits === 1 && samples === 1 && directory.number(TAG.photometric, 0) <= 1;
  if (isBilevel) {
    const isHeld = compression === G4 && pieces?.length === 1 && only?.width === width && only.height === height;
    const whole = isHeld && only ? await faxPiece(page, source, only) : await joinedFax(page, options);
    return [{ ...whole, x: 0, y: 0 }];
  }
  return [{ ...(await decodedPage(page, options)), x: 0, y: 0 }];
}

/** Not Lab, colour filters of cameras, 12 bits, or YCbCr without JPEG: libvips refuses these, or shows wrong colours. */
function hasKnownColours({ directory, compression, samples, bits }: Page): boolean {
  const photometric = directory.number(TAG.photometric, 0);
  if (![1, 2, 4, 8, WIDEST].includes(bits) || (bits < 8 && samples > 1)) return false;
  if (photometric === YCBCR) return compression === JPEG;
  return photometric <= RGB || photometric === INKS || (photometric === PALETTE && bits <= 8);
}

interface Piece {
  x: number;
  y: number;
  width: number;
  height: number;
  at: number;
  bytes: number;
}

/** Strips or tiles; null if they do not cover the page as expected, or are too many. */
function piecesOf({ directory, width, height }: Page): Piece[] | null {
  const tileWidth = directory.number(TAG.tileWidth, 0);
  const isTiled = tileWidth > 0;
  const pieceWidth = isTiled ? tileWidth : width;
  const stated = isTiled ? directory.number(TAG.tileHeight, 0) : directory.number(TAG.rowsPerStrip, height);
  const pieceHeight = isTiled ? stated : Math.min(stated, height);
  if (pieceWidth < 1 || pieceHeight < 1) return null;
  const offsets = directory.numbers(isTiled ? TAG.tileOffsets : TAG.stripOffsets);
  const bytes = directory.numbers(isTiled ? TAG.tileBytes : TAG.stripBytes);
  const across = Math.ceil(width / pieceWidth);
  const count = across * Math.ceil(height / pieceHeight);
  if (count > MAX_PIECES || offsets.length !== count || bytes.length !== count) return null;
  return offsets.map((at, index) => {
    const [x, y] = [(index % across) * pieceWidth, Math.floor(index / across) * pieceHeight];
    // tiles are padded, the last strip is not
    const rows = isTiled ? pieceHeight : Math.min(pieceHeight, height - y);
    return { x, y, width: pieceWidth, height: rows, at, bytes: bytes[index] ?? 0 };
  });
}

async function dataOf(source: TiffSource, { at, bytes }: Piece): Promise<Buffer> {
  const data = await source.read(at, bytes);
  if (data.length < bytes || bytes === 0) throw conversionFailures.damaged('cut off');
  return data;
}

async function faxPiece({ directory, width, height }: Page, source: TiffSource, piece: Piece): Promise<PdfPicture> {
  const data = await dataOf(source, piece);
  const isReversed = directory.number(TAG.fillOrder, 1) === 2;
  const blackIs1 = directory.number(TAG.photometric, 0) === 1;
  return fax(isReversed ? data.map((value) => REVERSED[value] ?? 0) : data, width, height, blackIs1);
}

const REVERSED = Uint8Array.from({ length: 256 }, (_, value) =>
  Array.from({ length: 8 }, (_bit, bit) => ((value >> bit) & 1) << (7 - bit)).reduce((sum, bit) => sum | bit, 0),
);

const fax = (data: Uint8Array, width: number, height: number, blackIs1: boolean): PdfPicture => ({
  width,
  height,
  bits: 1,
  colours: { kind: 'device', channels: 1 },
  filter: 'CCITTFaxDecode',
  extra: `/DecodeParms<</K -1/Columns ${width}/Rows ${height}${blackIs1 ? '/BlackIs1 true' : ''}>>`,
  data: Buffer.from(data),
});

const opened = (file: string, page: number): Sharp =>
  sharp(file, { page, limitInputPixels: false, sequentialRead: true, failOn: 'error', ignoreIcc: true });

/** Strips, tiles and other compressions become one piece of group 4 data with the same pixels. */
async function joinedFax({ index, width, height }: Page, { file }: TiffOptions): Promise<PdfPicture> {
  let tiff: Buffer;
  try {
    const options = { compression: 'ccittfax4', bitdepth: 1, tileHeight: height } as const;
    tiff = await opened(file, index).toColourspace('b-w').tiff(options).toBuffer();
  } catch (error) {
    throw damagedBy(error);
  }
  const source: TiffSource = {
    size: tiff.length,
    read: (at, length) => Promise.resolve(tiff.subarray(at, at + length)),
  };
  for await (const directory of tiffDirectories(source, 1)) {
    const page = pageOf(directory, 0);
    const [piece, ...others] = piecesOf(page) ?? [];
    if (!piece || others.length > 0 || page.width !== width || page.height !== height) break;
    return faxPiece(page, source, piece);
  }
  throw conversionFailures.damaged('not one strip');
}

async function* jpegPieces(page: Page, source: TiffSource, pieces: Piece[]): AsyncGenerator<PlacedPicture> {
  for (const piece of pieces) {
    // an empty tile has no data
    if (piece.bytes === 0) continue;
    const picture = await jpegPiece(page, source, piece);
    if (!picture) throw conversionFailures.damaged('JPEG piece');
    yield { ...picture, x: piece.x, y: piece.y };
  }
}

/** Null if it is no JPEG that PDF can hold. */
async function jpegPiece({ directory }: Page, source: TiffSource, piece?: Piece): Promise<PdfPicture | null> {
  if (!piece || piece.bytes === 0) return null;
  const photometric = directory.number(TAG.photometric, 1);
  const data = await dataOf(source, piece);
  const whole = withTables(data, directory.bytes(TAG.jpegTables), photometric === RGB);
  const frame = readJpegFrame(whole);
  if (frame?.bits !== 8 || frame.width !== piece.width || frame.height < piece.height) return null;
  const isColour = photometric === YCBCR || photometric === RGB;
  if (frame.components !== (isColour ? 3 : photometric === INKS ? 4 : 1)) return null;
  // grey with 0 as white, and inks, are rarer than worth it
  if (photometric === 0 || photometric === INKS) return null;
  return heldJpeg(frame, whole, directory.bytes(TAG.profile));
}

/** Says that there is no colour transform: readers of JPEG assume one. */
const PLAIN_RGB = Buffer.from('ffee000e41646f626500640000000000', 'hex');

/** Tables are shared by all pieces; each JPEG of a PDF has its own. */
function withTables(data: Buffer, tables: Buffer | undefined, isRgb: boolean): Buffer {
  const start = Buffer.from('ffd8', 'hex');
  const shared = tables && tables.length > 4 ? tables.subarray(2, -2) : Buffer.alloc(0);
  return Buffer.concat([start, ...(isRgb ? [PLAIN_RGB] : []), shared, data.subarray(2)]);
}

async function decodedPage(page: Page, { file, folder, notices }: TiffOptions): Promise<PdfPicture> {
  const { directory, index, samples, compression } = page;
  const photometric = directory.number(TAG.photometric, 1);
  const colours = photometric === RGB || photometric === YCBCR ? 3 : photometric === INKS ? 4 : 1;
  const extra = samples - colours;
  const isOpacity = [1, 2].includes(directory.number(TAG.extraSamples, 0));
  const hasOtherBands = extra > 0 && !isOpacity;
  if (hasOtherBands && notices.every(({ code }) => code !== 'bands_not_shown'))
    notices.push({
      code: 'bands_not_shown',
      message:
        `This TIFF has ${samples} bands; only the first ${colours === 1 ? 'one is' : `${colours} are`} shown. ` +
        'Export the others as pictures and upload those if you need them.',
    });
  if (compression === G3) throw conversionFailures.damaged('group 3 with several bits');
  return decodedPicture(() => bandsOf(opened(file, index), hasOtherBands, colours), {
    png: decodedFile(folder, index),
    profile: directory.bytes(TAG.profile),
    hasOtherBands,
  });
}

/** A fourth band of an aerial photograph is infrared, not opacity. */
const bandsOf = (picture: Sharp, hasOtherBands: boolean, colours: number): Sharp =>
  hasOtherBands && colours !== 4 ? picture.removeAlpha() : picture;
