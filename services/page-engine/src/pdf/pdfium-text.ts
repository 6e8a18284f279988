/** Text of a page that can be seen, and its hidden OCR layer. */
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { Area, PrintedText, PrintedWord } from './page.js';
import { differs, draw, drawWithout, hasInk, type Drawing } from './pdfium-visibility.js';
import { holds, middleOf, sceneOf, type OpenPage, type Scene } from './pdfium-scene.js';
import { wordsOfPage, type ObjectWord } from './pdfium-words.js';

/** Share of an area at each edge, beside which the paper is white. */
const EDGE = 0.02;

/** @throws PdfiumError `page` */
export function readText(api: WrappedPdfiumModule, open: OpenPage): PrintedText {
  const { memory, page, width, height } = open;
  const all = wordsOfPage(api, memory, page, width, height);
  const scene = sceneOf(open, all.words);
  const inside = all.words.filter((word) => isInside(word, open));
  const kept = withoutHidden(api, open, scene, withoutCovered(api, open, scene, inside));
  const words = kept.map((word) => printed(word, scene, open));
  const pictures = [...scene.pictures, ...drawnPatterns(api, open, scene)];
  const text = kept.length === all.words.length ? all.text : textOfRows(words);
  const { lettering } = scene;
  return { text, words, pictures, ...(lettering && !open.repeats.add(lettering, open) && { lettering }) };
}

/** Areas that something is drawn on besides text: not those of one colour. */
function drawnPatterns(api: WrappedPdfiumModule, open: OpenPage, { patterns, facts }: Scene): Area[] {
  if (patterns.length === 0) return [];
  const drawing = drawWithout(api, open.memory, open.page, [...facts.keys()]);
  return patterns.filter((area) => hasInk(drawing, inset(area), open));
}

const inset = ({ x, y, width, height }: Area): Area => ({
  ...{ x: x + width * EDGE, y: y + height * EDGE },
  ...{ width: width * (1 - 2 * EDGE), height: height * (1 - 2 * EDGE) },
});

/** Lines of words in their order. */
export function rowsOf<T extends { row: number }>(words: readonly T[]): T[][] {
  const rows: T[][] = [];
  for (const word of words) {
    const last = rows.at(-1);
    if (last?.[0]?.row === word.row) last.push(word);
    else rows.push([word]);
  }
  return rows;
}

export const textOfRows = (words: readonly PrintedWord[]): string =>
  rowsOf(words)
    .map((row) => row.map(({ text }) => text).join(' '))
    .join('\n');

const isInside = (word: Area, { width, height }: OpenPage): boolean =>
  holds({ x: 0, y: 0, width, height }, ...middleOf(word));

/** Layers that are off, covers, clips and the colour of paper: what drawing without them does not change. */
function withoutCovered(
  api: WrappedPdfiumModule,
  open: OpenPage,
  { uncertain, facts }: Scene,
  words: readonly ObjectWord[],
): ObjectWord[] {
  const objects = new Set(uncertain);
  if (!words.some(({ object }) => objects.has(object))) return [...words];
  const { memory, page } = open;
  const [complete, without] = [draw(api, memory, page), drawWithout(api, memory, page, uncertain)];
  return words.filter(
    (word) =>
      !objects.has(word.object) || facts.get(word.object)?.hidden === true || differs(complete, without, word, open),
  );
}

/** An OCR layer is over a picture, or over drawn letters; other words without ink are dropped. */
function withoutHidden(
  api: WrappedPdfiumModule,
  open: OpenPage,
  { pictures, facts }: Scene,
  words: readonly ObjectWord[],
): ObjectWord[] {
  let drawing: Drawing | undefined;
  return words.filter((word) => {
    if (!facts.get(word.object)?.hidden) return true;
    const [x, y] = middleOf(word);
    if (pictures.some((picture) => holds(picture, x, y))) return true;
    drawing ??= draw(api, open.memory, open.page);
    return hasInk(drawing, word, open);
  });
}

/** Part on the page. */
function printed(word: ObjectWord, { facts }: Scene, page: OpenPage): PrintedWord {
  const of = facts.get(word.object);
  const { text, row, turned, angle } = word;
  const [x, y] = [Math.max(0, word.x), Math.max(0, word.y)];
  const width = Math.min(word.x + word.width, page.width) - x;
  const height = Math.min(word.y + word.height, page.height) - y;
  const made: PrintedWord = { text, x, y, width, height, row, font: of?.font ?? 0 };
  if (turned !== undefined) made.turned = turned;
  if (angle !== undefined) made.angle = angle;
  if (of?.hidden) made.hidden = true;
  if (of?.added) made.added = true;
  return made;
}
