import { alphabetOf } from '../model/alphabet.js';
import { evidenceOf, meanValue, readGreedily } from './ctc.js';
import { field, numberField } from '../model/onnx-fields.js';
import { onnxMetadata } from '../model/onnx-metadata.js';

const alphabet = alphabetOf('中\nA\nB\n漢\r\n½\n');

describe('an alphabet', () => {
  it('has the characters of maps, then a space, and the blank of CTC first', () => {
    expect(alphabet.characters).toEqual(['', 'A', 'B', '½', ' ']);
    expect(Array.from(alphabet.classes)).toEqual([0, 2, 3, 5, 6]);
    expect(alphabet.all).toBe(7);
  });

  it('may be in the model itself', () => {
    const text = `${'x'.repeat(150)}\nA`;
    const pair = Buffer.concat([field(1, Buffer.from('character')), field(2, Buffer.from(text))]);
    const file = Buffer.concat([field(7, Buffer.from([8, 1])), field(14, pair), numberField(1, 10)]);
    expect(onnxMetadata(file, 'character')).toBe(text);
    expect(() => onnxMetadata(file, 'colour')).toThrow('the model says nothing of its colour');
    expect(() => onnxMetadata(file.subarray(0, 60), 'character')).toThrow('the model is cut off');
  });
});

describe('output of a recognizer', () => {
  /** Two samples of equal length; these are the likeliest classes of the second one. */
  const output = (classes: readonly number[]) => {
    const data = new Float32Array(2 * classes.length * 5).fill(0.01);
    for (const [step, index] of classes.entries()) data[(classes.length + step) * 5 + index] = 0.9 - step * 0.1;
    return { data, dims: [2, classes.length, 5] };
  };
  const textOf = (...classes: number[]) =>
    readGreedily(evidenceOf(output(classes), 1), alphabet)
      .map(({ character }) => character)
      .join('');

  it('is one letter while it lasts, and two with a blank between', () => {
    expect(textOf(1, 1, 0, 1, 2)).toBe('AAB');
    expect(textOf(0, 2, 4, 1, 1)).toBe('B A');
  });

  it('has likelihood and place of each letter', () => {
    const letters = readGreedily(evidenceOf(output([1, 1, 0, 3, 0]), 1), alphabet);
    expect(letters.map(({ step }) => step)).toEqual([0, 3]);
    expect(letters.map(({ value }) => Math.round(value * 100))).toEqual([90, 60]);
    expect(meanValue(letters)).toBeCloseTo(0.75);
    expect(meanValue([])).toBe(0);
  });
});
