import sharp from 'sharp';
import type { PageText } from '../pdf/page.js';
import type { Pdfium } from '../pdf/pdfium.js';
import { collageOf, placeWords, type PlacedWord, type TurnedRow } from './collage.js';
import type { OcrEngine } from './engine.js';
import { letteringOf, type Raster } from './lettering.js';
import type { OcrSource } from './messages.js';
import { greyPicture, readSize } from './picture.js';
import { mergeReadings, toPageText } from './words.js';

/** A picture whose grey hardly varies has no writing on it: the back of a sheet, a blank page. */
const BLANK = 2.5;
/** A row with a word of so many letters that was read this surely was read the right way round. */
const READ = { confidence: 0.6, letters: 3 };

/**
 * Reads a page's writing. Recognition is given rows of letters alone, brought upright and level: hatching and outlines
 * cost it as much as words do, and come back as words that nobody wrote. Rows that run up or down the page are read
 * upwards, as mapmakers write, and downwards where that says nothing. A page without any needs no recognition, and does
 * not wait for it to start.
 */
export async function readPage(
  source: OcrSource,
  takeEngine: () => Promise<OcrEngine>,
  pdfium: () => Promise<Pdfium>,
): Promise<PageText> {
  const size = readSize(source);
  const picture = await greyPicture(source, size, pdfium);
  const { channels } = await asImage(picture).stats();
  if ((channels[0]?.stdev ?? 0) < BLANK) return { text: '', words: [] };
  const { clean, rows } = letteringOf(picture);
  const read = async (turned: readonly TurnedRow[]): Promise<PlacedWord[]> => {
    const words: PlacedWord[] = [];
    for (const sheet of collageOf(clean, turned)) {
      const png = await asImage(sheet).toColourspace('b-w').png({ compressionLevel: 1 }).toBuffer();
      const engine = await takeEngine();
      words.push(...placeWords(sheet, await engine.recognize(png)));
    }
    // words of one row come in reading order
    return words.sort((one, other) => one.line - other.line);
  };
  const upwards = await read(rows.map((row) => ({ row, turn: row.direction === 'across' ? 0 : 270 })));
  const understood = new Set(upwards.filter((word) => isRead(word)).map(({ row }) => row));
  const left = rows.filter((row) => row.direction === 'along' && !understood.has(row));
  const downwards = await read(left.map((row) => ({ row, turn: 90 })));
  const scale = size / Math.max(source.width, source.height);
  return toPageText(mergeReadings([...upwards, ...downwards], scale, source));
}

const asImage = ({ data, width, height }: Raster) => sharp(data, { raw: { width, height, channels: 1 } });

const isRead = ({ text, confidence }: PlacedWord): boolean =>
  confidence >= READ.confidence && text.length >= READ.letters;
