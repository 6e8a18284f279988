import type { Sharp } from 'sharp';
import type { PageText, Pdfium } from '../pipeline/pdfium.js';
import type { OcrEngine } from './engine.js';
import type { OcrSource } from './messages.js';
import { greyPicture, readSize } from './picture.js';
import { mergeLooks, toPageText, type Look, type Turn } from './words.js';

/** Sides of the picture looked at upright and turned: street names in the margins are large. */
const LOOKS: readonly { turn: Turn; share: number }[] = [
  { turn: 0, share: 1 },
  { turn: 90, share: 2 / 3 },
  { turn: 270, share: 2 / 3 },
];
/** A picture whose grey hardly varies has no writing on it: the back of a sheet, a blank page. */
const BLANK = 2.5;

/** Reads a page's writing, upright and turned either way. */
export async function readPage(source: OcrSource, engine: OcrEngine, pdfium: () => Promise<Pdfium>): Promise<PageText> {
  const size = readSize(source);
  const picture = await greyPicture(source, size, pdfium);
  const { channels } = await picture.clone().stats();
  if ((channels[0]?.stdev ?? 0) < BLANK) return { text: '', words: [] };
  const looks: Look[] = [];
  for (const { turn, share } of LOOKS) {
    const longest = Math.round(size * share);
    const png = await upright(picture, turn, longest);
    looks.push({ turn, scale: longest / Math.max(source.width, source.height), words: await engine.recognize(png) });
  }
  return toPageText(mergeLooks(looks, source));
}

async function upright(picture: Sharp, turn: Turn, longest: number): Promise<Buffer> {
  return picture
    .clone()
    .rotate(-turn)
    .resize({ width: longest, height: longest, fit: 'inside' })
    .toColourspace('b-w')
    .png({ compressionLevel: 1 })
    .toBuffer();
}
