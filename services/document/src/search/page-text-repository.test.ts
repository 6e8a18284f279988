import { bounded, digestOf, fromTuple, toTuple } from './page-text-repository.js';

const word = { text: 'GAS', x: 1, y: 2, width: 3, height: 4, confidence: 0.93, turned: 0 };

describe('a stored word', () => {
  it('keeps its angle and line', () => {
    const slanted = { ...word, turned: 270, angle: -62, line: 0 };
    expect(fromTuple(toTuple(slanted))).toEqual(slanted);
    expect(fromTuple(toTuple({ ...word, line: 7 }))).toEqual({ ...word, line: 7 });
    expect(fromTuple(toTuple({ ...word, angle: 12 }))).toEqual({ ...word, angle: 12 });
  });

  it('takes no more space without them', () => {
    expect(toTuple({ ...word, angle: 0 })).toEqual(['GAS', 1, 2, 3, 4, 93, 0]);
    expect(fromTuple(['GAS', 1, 2, 3, 4, 93, 0])).toEqual(word);
    expect(digestOf(bounded([{ ...word, angle: 0, line: undefined }]))).toBe(digestOf([word]));
  });
});
