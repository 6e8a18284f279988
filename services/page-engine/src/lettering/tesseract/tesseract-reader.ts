import { sharp } from '../../pictures/sharp.js';
import type { PageText } from '../../pdf/page.js';
import type { Pdfium } from '../../pdf/pdfium.js';
import { collageOf, placeWords, type PlacedWord, type TurnedRow } from './collage.js';
import type { OcrEngine } from './engine.js';
import type { Raster } from '../ink.js';
import { letteringOf } from './rows.js';
import type { OcrSource } from '../messages.js';
import { greyPicture, readSize } from './grey-picture.js';
import type { LetteringReader } from '../lettering-reader.js';
import { findTesseractProgram } from './tesseract-program.js';
import { mergeReadings, toPageText } from '../words.js';

/** Maximum grey deviation of a blank page. */
const BLANK = 2.5;
/** A row containing a word this long and confident was read in the right direction. */
const READ = { confidence: 0.6, letters: 3 };

/** Share of the first pass in the progress. */
const MOST = 0.8;

/** Engine name until a page needs recognition. */
const NO_ENGINE = 'no lettering';

/**
 * OCR with tesseract (Debian's program or WASM). Recognition gets only normalized rows of letters: hatching and
 * outlines are slow and yield false words. Vertical rows are read upwards, as mapmakers write, else downwards.
 */
export function tesseractReader(pdfium: () => Promise<Pdfium>): LetteringReader {
  let engine: Promise<OcrEngine> | undefined;
  let name = NO_ENGINE;
  const takeEngine = async (): Promise<OcrEngine> => {
    const taken = await (engine ??= startEngine());
    name = taken.name;
    return taken;
  };
  return {
    get name() {
      return name;
    },
    read: (source, onProgress) => {
      name = NO_ENGINE;
      return readRows(source, takeEngine, pdfium, onProgress);
    },
  };
}

async function startEngine(): Promise<OcrEngine> {
  const program = await findTesseractProgram();
  if (program) return program;
  // lazy: it is large, and the document service's image lacks it
  const { startTesseractJs } = await import('./tesseract-js.js');
  return startTesseractJs();
}

async function readRows(
  source: OcrSource,
  takeEngine: () => Promise<OcrEngine>,
  pdfium: () => Promise<Pdfium>,
  onProgress: (share: number) => void,
): Promise<PageText> {
  const size = readSize(source);
  const picture = await greyPicture(source, size, pdfium);
  const { channels } = await asImage(picture).stats();
  if ((channels[0]?.stdev ?? 0) < BLANK) return { text: '', words: [] };
  const { clean, rows } = letteringOf(picture);
  const read = async (turned: readonly TurnedRow[], done: number, all: number): Promise<PlacedWord[]> => {
    const words: PlacedWord[] = [];
    const sheets = collageOf(clean, turned);
    for (const [number, sheet] of sheets.entries()) {
      const png = await asImage(sheet).toColourspace('b-w').png({ compressionLevel: 1 }).toBuffer();
      const engine = await takeEngine();
      words.push(...placeWords(sheet, await engine.recognize(png)));
      onProgress(done + ((number + 1) / sheets.length) * (all - done));
    }
    // the sort is stable: words of a row keep their order
    return words.sort((one, other) => one.line - other.line);
  };
  const upwards = await read(
    rows.map((row) => ({ row, turn: row.direction === 'across' ? 0 : 270 })),
    0,
    MOST,
  );
  const understood = new Set(upwards.filter((word) => isRead(word)).map(({ row }) => row));
  const left = rows.filter((row) => row.direction === 'along' && !understood.has(row));
  const downwards = await read(
    left.map((row) => ({ row, turn: 90 })),
    MOST,
    1,
  );
  const scale = size / Math.max(source.width, source.height);
  return toPageText(mergeReadings([...upwards, ...downwards], scale, source));
}

const asImage = ({ data, width, height }: Raster) => sharp(data, { raw: { width, height, channels: 1 } });

const isRead = ({ text, confidence }: PlacedWord): boolean =>
  confidence >= READ.confidence && text.length >= READ.letters;
