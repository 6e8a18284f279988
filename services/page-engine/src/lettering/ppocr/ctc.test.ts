import { alphabetOf } from './alphabet.js';
import { evidenceOf, meanValue, readGreedily } from './ctc.js';
import { onnxMetadata } from './onnx-metadata.js';

const alphabet = alphabetOf('中\nA\nB\n漢\r\n½\n');

describe('an alphabet', () => {
  it('has what maps are lettered with, a space behind the list, and the blank of CTC before it', () => {
    expect(alphabet.characters).toEqual(['', 'A', 'B', '½', ' ']);
    expect(Array.from(alphabet.classes)).toEqual([0, 2, 3, 5, 6]);
  });

  it('may be in the model itself', () => {
    const text = `${'x'.repeat(150)}\nA`;
    const entry = Buffer.concat([
      Buffer.from([10, 9]),
      Buffer.from('character'),
      Buffer.from([18, 152, 1]),
      Buffer.from(text),
    ]);
    const file = Buffer.concat([Buffer.from('weights'), entry, Buffer.from('rest')]);
    expect(onnxMetadata(file, 'character')).toBe(text);
    expect(() => onnxMetadata(Buffer.from('weights'), 'character')).toThrow('the model says nothing of its character');
  });
});

describe('what a recognizer says', () => {
  /** Two samples of five steps over seven classes; these are the likeliest of the second one. */
  const output = (classes: readonly number[]) => {
    const data = new Float32Array(2 * classes.length * 7).fill(0.01);
    for (const [step, index] of classes.entries()) data[(classes.length + step) * 7 + index] = 0.9 - step * 0.1;
    return { data, dims: [2, classes.length, 7] };
  };
  const textOf = (...classes: number[]) =>
    readGreedily(evidenceOf(output(classes), 1, alphabet), alphabet)
      .map(({ character }) => character)
      .join('');

  it('is a letter once for as long as it lasts, and twice with a blank between', () => {
    expect(textOf(2, 2, 0, 2, 3)).toBe('AAB');
    expect(textOf(0, 3, 6, 2, 2)).toBe('B A');
  });

  it('is never Chinese', () => {
    expect(textOf(1, 2, 4, 3, 0)).toBe('AB');
  });

  it('has the likelihood and the place of each letter', () => {
    const letters = readGreedily(evidenceOf(output([2, 2, 0, 3, 0]), 1, alphabet), alphabet);
    expect(letters.map(({ step }) => step)).toEqual([0, 3]);
    expect(letters.map(({ value }) => Math.round(value * 100))).toEqual([90, 60]);
    expect(meanValue(letters)).toBeCloseTo(0.75);
    expect(meanValue([])).toBe(0);
  });
});
