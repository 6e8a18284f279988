import { bounded, digestOf, fromTuple, toTuple } from './page-text-repository.js';

const word = { text: 'GAS', x: 1, y: 2, width: 3, height: 4, confidence: 0.93, turned: 0 };

describe('a word that is kept', () => {
  it('has its angle and its line again', () => {
    const slanted = { ...word, turned: 270, angle: -62, line: 0 };
    expect(fromTuple(toTuple(slanted))).toEqual(slanted);
    expect(fromTuple(toTuple({ ...word, line: 7 }))).toEqual({ ...word, line: 7 });
    expect(fromTuple(toTuple({ ...word, angle: 12 }))).toEqual({ ...word, angle: 12 });
  });

  it('is as small, and the same to the search, as before when it has neither', () => {
    expect(toTuple({ ...word, angle: 0 })).toEqual(['GAS', 1, 2, 3, 4, 93, 0]);
    expect(fromTuple(['GAS', 1, 2, 3, 4, 93, 0])).toEqual(word);
    expect(digestOf(bounded([{ ...word, angle: 0, line: undefined }]))).toBe(digestOf([word]));
  });
});
