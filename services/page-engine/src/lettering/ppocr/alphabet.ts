/** Characters of English maps. The models also know Chinese, which is never an answer. */
const WANTED = /^[\x20-\x7e½¼¾°]$/u;

/** What a recognizer can answer. */
export interface Alphabet {
  /** Index 0 is the blank of CTC. */
  characters: readonly string[];
}

/** The alphabet as a part of what a model knows. */
export interface ModelAlphabet extends Alphabet {
  /** The model's class of each character. */
  classes: Int32Array;
  /** How many classes the model has. */
  all: number;
}

/** @param list the model's characters, one a line, in the order of its classes; the blank before and a space behind are not in it */
export function alphabetOf(list: string): ModelAlphabet {
  const lines = list.split('\n').map((line) => line.replace(/\r$/, ''));
  if (lines.at(-1) === '') lines.pop();
  const wanted = [...lines, ' '].flatMap((character, index) =>
    WANTED.test(character) ? [{ character, index: index + 1 }] : [],
  );
  return {
    characters: ['', ...wanted.map(({ character }) => character)],
    classes: Int32Array.from([0, ...wanted.map(({ index }) => index)]),
    all: lines.length + 2,
  };
}
