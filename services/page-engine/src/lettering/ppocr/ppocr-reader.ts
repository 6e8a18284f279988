import type { Pdfium } from '../../pdf/pdfium.js';
import type { LetteringReader } from '../lettering-reader.js';
import { toPageText } from '../words.js';
import { alphabetOf } from './model/alphabet.js';
import { bandsOf } from './recognition/bands.js';
import { withClasses } from './model/reduce-classes.js';
import { findLettering } from './detection/find-lettering.js';
import type { Models } from './model/models.js';
import { networkOf } from './model/network.js';
import { onnxMetadata } from './model/onnx-metadata.js';
import { pageWords, type Piece } from './words/page-words.js';
import { PictureStrips, readScale, withPicture } from './picture-strips.js';
import { Recognizer } from './recognition/recognizer.js';
import { Terms } from './words/terms.js';
import { readBoxes } from './recognition/read-boxes.js';
import { wordsOf } from './words/placed-words.js';

/** Detection's share of the time; recognition takes the rest. */
const LOOKING = 0.5;

/** OCR with the PP-OCR networks (decision 0080). */
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
        const onTile = (share: number) => onProgress(share * LOOKING);
        const boxes = await findLettering(picture, source, level, scale, detector, onTile);
        const pieces: Piece[] = [];
        const bands = bandsOf(boxes, level.height);
        for (const [number, band] of bands.entries()) {
          const strip = await level.strip(band.top, band.height);
          const window = { picture: strip, left: 0, top: band.top };
          const readings = await readBoxes(window, band.boxes, quick, thorough, terms.get(thorough.alphabet));
          // keep words only: network output of a printed page takes hundreds of megabytes
          pieces.push(...readings.map((reading) => wordsOf(reading, terms.get(reading.alphabet))));
          onProgress(LOOKING + ((number + 1) / bands.length) * (1 - LOOKING));
        }
        return toPageText(pageWords(pieces, scale, source));
      });
    },
  };
}

async function recognizerOf(model: Buffer, list: string): Promise<Recognizer> {
  const alphabet = alphabetOf(list);
  return new Recognizer(await networkOf(withClasses(model, alphabet.all, alphabet.classes)), alphabet);
}
