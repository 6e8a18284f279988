/** Scans in layers: a coarse picture of the ink's colours is masked by a fine picture of the lettering. */
import { filePartsOf, placesOf } from './file-parts.js';

export interface PixelSize {
  width: number;
  height: number;
}

/** By the size of the picture that is masked, as {@link sizeKey}. */
export type FinerMasks = ReadonlyMap<string, PixelSize>;

export const sizeKey = ({ width, height }: PixelSize): string => `${width}x${height}`;

/** Around a key: the rest of its dictionary. */
const AROUND_BYTES = 4 << 10;
/** Entries that are looked at: strips of a thousand scans, and fonts. A hostile file has millions. */
const MAX_ENTRIES = 100_000;

interface Picture extends PixelSize {
  mask: number | undefined;
}

/** Finds masks that are finer than their picture: PDFium does not give their size. Numbers are plain if encrypted, too. */
export function readFinerMasks(path: string): FinerMasks {
  const pictures = new Map<number, Picture>();
  let left = MAX_ENTRIES;
  for (const { bytes, isOwn } of filePartsOf(path, { before: AROUND_BYTES, after: AROUND_BYTES }))
    for (const at of placesOf(bytes, '/Width')) {
      if (left <= 0) break;
      if (!isOwn(at)) continue;
      left--;
      addPicture(bytes, at, pictures);
    }
  return masksOf(pictures);
}

function addPicture(bytes: Buffer, at: number, pictures: Map<number, Picture>): void {
  const before = bytes.subarray(Math.max(0, at - AROUND_BYTES), at).toString('latin1');
  const head = [...before.matchAll(/(\d+)\s+\d+\s+obj\b/g)].at(-1);
  if (!head || before.includes('endobj', head.index)) return;
  const after = bytes.subarray(at, at + AROUND_BYTES).toString('latin1');
  const end = after.search(/stream\r?\n|endobj/);
  const entries = before.slice(head.index) + (end < 0 ? after : after.slice(0, end));
  const number = (key: string): number => Number(new RegExp(`/${key}\\s+(\\d+)(?!\\s+\\d+\\s+R)`).exec(entries)?.[1]);
  const [width, height] = [number('Width'), number('Height')];
  const mask = /\/S?Mask\s+(\d+)\s+\d+\s+R/.exec(entries)?.[1];
  // later versions of an object override earlier ones
  if (width > 0 && height > 0)
    pictures.set(Number(head[1]), { width, height, mask: mask === undefined ? undefined : Number(mask) });
}

function masksOf(pictures: ReadonlyMap<number, Picture>): FinerMasks {
  const found = new Map<string, PixelSize>();
  for (const picture of pictures.values()) {
    const mask = picture.mask === undefined ? undefined : pictures.get(picture.mask);
    if (!mask || (mask.width <= picture.width && mask.height <= picture.height)) continue;
    const known = found.get(sizeKey(picture));
    const [width, height] = [Math.max(mask.width, known?.width ?? 0), Math.max(mask.height, known?.height ?? 0)];
    found.set(sizeKey(picture), { width, height });
  }
  return found;
}
