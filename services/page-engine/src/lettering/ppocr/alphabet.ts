/** Characters of English maps. The models also know Chinese, which is never an answer. */
const WANTED = /^[\x20-\x7e½¼¾°]$/u;

/** What a recognizer can answer, and where in its output. */
export interface Alphabet {
  /** Index 0 is the blank of CTC. */
  characters: readonly string[];
  /** The class in the model's output for each character. */
  classes: Int32Array;
}

/** @param list the model's characters, one a line, in the order of its classes; the blank before and a space behind are not in it */
export function alphabetOf(list: string): Alphabet {
  const lines = list.split('\n').map((line) => line.replace(/\r$/, ''));
  if (lines.at(-1) === '') lines.pop();
  const wanted = [...lines, ' '].flatMap((character, index) =>
    WANTED.test(character) ? [{ character, index: index + 1 }] : [],
  );
  return {
    characters: ['', ...wanted.map(({ character }) => character)],
    classes: Int32Array.from([0, ...wanted.map(({ index }) => index)]),
  };
}
