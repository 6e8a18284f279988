/** Characters on English maps. The models also output Chinese, which is never correct here. */
const WANTED = /^[\x20-\x7e½¼¾°]$/u;

export interface Alphabet {
  /** Index 0 is the CTC blank. */
  characters: readonly string[];
}

/** Subset of a model's classes. */
export interface ModelAlphabet extends Alphabet {
  classes: Int32Array;
  all: number;
}

/** @param list the model's characters in class order, one per line, without the leading blank and trailing space */
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
