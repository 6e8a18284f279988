import os from 'node:os';
import type { Evidence } from '../evidence.js';
import { printable, textsOf } from '../texts.js';
import { runTypst, TypstError } from './run-typst.js';

/** Each letter in a paragraph of its own, so that Typst names every one that it cannot print. */
const LETTERS = String.raw`
#set document(title: "Letters")
#set text(font: "Libertinus Serif", hyphenate: false)
#for letter in json("/letters.json") { par(letter) }
`;

const NAMED = /the text `(?:\\)*"(.+?)(?:\\)*"` could not be displayed/g;

export interface MissingLetters {
  /** Of no font of the report, in order of their code points. */
  letters: string[];
  /** Text of the evidence that has one of them. */
  text: string;
}

/**
 * Letters of the evidence that no font of the report has: the PDF cannot be written before they are replaced. Undefined:
 * none.
 */
export async function missingLetters({
  // in strokes
  streets: _,
  ...evidence
}: Evidence): Promise<MissingLetters | undefined> {
  const texts = textsOf(evidence).map(printable);
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const letters = new Set(texts.flatMap((text) => Array.from(segmenter.segment(text), ({ segment }) => segment)));
  const unusual = [...letters].filter((letter) => !/^[\s\u0020-\u024f\u2018-\u201d\u2022→]*$/u.test(letter)).toSorted();
  if (unusual.length === 0) return undefined;
  try {
    await runTypst({
      ...{ folder: os.tmpdir(), template: LETTERS, timestamp: 0 },
      files: { 'letters.json': JSON.stringify(unusual) },
      pictures: {},
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof TypstError)) throw error;
    const missing = Array.from(error.message.matchAll(NAMED), ([, letter]) => letter ?? '');
    const text = texts.find((one) => missing.some((letter) => one.includes(letter)));
    if (text === undefined) throw error;
    return { letters: [...new Set(missing)].toSorted(), text };
  }
}
