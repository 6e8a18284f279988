import type { Pdfium } from '../../pdf/pdfium.js';
import type { LetteringReader } from '../lettering-reader.js';
import { toPageText } from '../words.js';
import { alphabetOf } from './model/alphabet.js';
import { bandsOf, type Band } from './recognition/bands.js';
import { withClasses } from './model/reduce-classes.js';
import { findLettering, scaledBy } from './detection/find-lettering.js';
import { missedLines } from './detection/missed-lines.js';
import { brightnessOf } from './brightness.js';
import type { Models } from './model/models.js';
import { networkOf } from './model/network.js';
import { onnxMetadata } from './model/onnx-metadata.js';
import { pageWords, writingOf, type Piece } from './words/page-words.js';
import { PictureStrips, readScale, withPicture } from './picture-strips.js';
import { Recognizer, type Window } from './recognition/recognizer.js';
import { Terms } from './words/terms.js';
import { readBoxes } from './recognition/read-boxes.js';
import { readMissed } from './recognition/read-missed.js';
import { SpatialIndex } from './spatial-index.js';
import { holdsMiddle, type Point } from './turned-box.js';
import { wordsOf, type PlacedWord } from './words/placed-words.js';

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
          const readings = await readBoxes(
            await windowOf(level, band),
            band.boxes,
            quick,
            thorough,
            terms.get(thorough.alphabet),
          );
          // keep words only: network output of a printed page takes hundreds of megabytes
          pieces.push(...readings.map((reading) => wordsOf(reading, terms.get(reading.alphabet))));
          onProgress(LOOKING + ((number + 1) / bands.length) * (1 - LOOKING));
        }
        const missed = missedLines(await brightnessOf(level, scale, source.areas), isWithin(pieces));
        for (const band of bandsOf(missed.map(scaledBy(2)), level.height)) {
          const window = await windowOf(level, band);
          pieces.push(...(await readMissed(window, band.boxes, quick, thorough, terms.get(thorough.alphabet))));
        }
        return toPageText(pageWords(pieces, scale, source));
      });
    },
  };
}

const windowOf = async (level: PictureStrips, { top, height }: Band): Promise<Window> => ({
  picture: await level.strip(top, height),
  left: 0,
  top,
});

/** Whether a point of the halved picture is in a word. */
function isWithin(pieces: readonly Piece[]): (point: Point) => boolean {
  const nearby = new SpatialIndex<PlacedWord>();
  for (const word of pieces.flatMap(writingOf)) nearby.add(word, word, Math.max(word.long, word.short) / 2);
  return ([x, y]) => {
    const point = { x: x * 2, y: y * 2 };
    return nearby.at(point).some((word) => holdsMiddle(word, point));
  };
}

async function recognizerOf(model: Buffer, list: string): Promise<Recognizer> {
  const alphabet = alphabetOf(list);
  return new Recognizer(await networkOf(withClasses(model, alphabet.all, alphabet.classes)), alphabet);
}
