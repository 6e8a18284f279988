import type { Pdfium } from '../../pdf/pdfium.js';
import type { LetteringReader } from '../lettering-reader.js';
import { toPageText } from '../words.js';
import { alphabetOf } from './alphabet.js';
import { bandsOf } from './bands.js';
import { withClasses } from './fewer-classes.js';
import { findBoxes, tilesOf } from './find-boxes.js';
import { mergeLooks } from './looks.js';
import type { Models } from './models.js';
import { networkOf } from './network.js';
import { onnxMetadata } from './onnx-metadata.js';
import { pageWords } from './page-words.js';
import { PictureStrips, readScale, withPicture } from './picture-strips.js';
import { Recognizer, type Reading } from './recognizer.js';
import { Terms } from './terms.js';
import { readBoxes } from './two-stages.js';
import type { TurnedBox } from './turned-box.js';

/** Lettering that runs along the sheet is looked for at this share of the size: measured. */
const TURNED_SHARE = 0.75;
/** Share of the time that looking for lettering takes; reading it takes the rest. */
const LOOKING = 0.5;

/** Reads lettering by the networks of PP-OCR (docs/decisions/0080). */
export async function startPpOcr(models: Models, pdfium: () => Promise<Pdfium>): Promise<LetteringReader> {
  const detector = await networkOf(models.detector, { alike: true });
  const quick = await recognizerOf(models.quick, models.characters.toString('utf8'));
  const thorough = await recognizerOf(models.thorough, onnxMetadata(models.thorough, 'character'));
  const terms = new Map([quick, thorough].map(({ alphabet }) => [alphabet, new Terms(alphabet)]));
  return {
    name: 'PP-OCR',
    read: (source, onProgress) => {
      const scale = readScale(source);
      return withPicture(source, scale, pdfium, async (picture) => {
        const level = new PictureStrips(picture, source, scale);
        const smaller = new PictureStrips(picture, source, scale * TURNED_SHARE);
        const tiles = tilesOf(level) + tilesOf(smaller);
        let seen = 0;
        const onTile = (): void => onProgress((++seen / tiles) * LOOKING);
        const across = await findBoxes(level, detector, false, onTile);
        const along = await findBoxes(smaller, detector, true, onTile);
        const boxes = mergeLooks(
          across,
          along.map((box) => enlarged(box, 1 / TURNED_SHARE)),
        );
        const readings: Reading[] = [];
        const bands = bandsOf(boxes, level.height);
        for (const [number, band] of bands.entries()) {
          const strip = await level.strip(band.top, band.height);
          const window = { picture: strip, left: 0, top: band.top };
          readings.push(...(await readBoxes(window, band.boxes, quick, thorough, terms.get(thorough.alphabet))));
          onProgress(LOOKING + ((number + 1) / bands.length) * (1 - LOOKING));
        }
        return toPageText(pageWords(readings, scale, source, ({ alphabet }) => terms.get(alphabet)));
      });
    },
  };
}

/** @param list the characters that the model knows */
async function recognizerOf(model: Buffer, list: string): Promise<Recognizer> {
  const alphabet = alphabetOf(list);
  return new Recognizer(await networkOf(withClasses(model, alphabet.all, alphabet.classes)), alphabet);
}

/** A box of a picture in pixels of a larger one; pixels have their middles at halves. */
const enlarged = (box: TurnedBox, by: number): TurnedBox => ({
  x: (box.x + 0.5) * by - 0.5,
  y: (box.y + 0.5) * by - 0.5,
  long: box.long * by,
  short: box.short * by,
  angle: box.angle,
});
