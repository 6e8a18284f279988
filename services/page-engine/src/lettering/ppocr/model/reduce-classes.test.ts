import { withClasses } from './reduce-classes.js';
import { field, fieldsOf, numberField, varint } from './onnx-fields.js';

const floats = (...values: number[]): Buffer => Buffer.from(Float32Array.from(values).buffer);
const name = (text: string): Buffer => field(8, Buffer.from(text));
const float = numberField(2, 1);
/** Two weight arrays over five classes and the biases, with sizes packed and unpacked, among unrelated weights. */
const other = field(
  5,
  Buffer.concat([numberField(1, 3), numberField(1, 2), float, name('w0'), field(9, Buffer.alloc(24))]),
);
const weights = Buffer.concat([
  ...[field(1, Buffer.concat([varint(2), varint(5)])), float, name('w1')],
  field(9, floats(10, 11, 12, 13, 14, 20, 21, 22, 23, 24)),
]);
const biases = Buffer.concat([numberField(1, 5), float, name('b1'), field(9, floats(1, 2, 3, 4, 5))]);
const node = field(1, Buffer.from('MatMul'));
const output = field(12, Buffer.concat([field(1, Buffer.from('out')), field(2, Buffer.from('shape of five'))]));
const graph = Buffer.concat([
  node,
  other,
  field(5, weights),
  field(5, biases),
  output,
  field(13, Buffer.from('shape')),
]);
const model = Buffer.concat([numberField(1, 10), field(7, graph), field(14, Buffer.from('about'))]);

describe('a model with fewer classes', () => {
  it('has their columns of its last layer in order, and is otherwise unchanged', () => {
    const [version, made, about] = fieldsOf(withClasses(model, 5, Int32Array.of(0, 3, 4)));
    expect(version?.value).toBe(10);
    expect(about?.content.toString()).toBe('about');
    const parts = fieldsOf(made?.content ?? Buffer.alloc(0));
    expect(parts.map(({ number }) => number)).toEqual([1, 5, 5, 5, 12]);
    expect(parts[1]?.whole).toEqual(other);
    const [w1, b1] = [parts[2], parts[3]].map((part) => fieldsOf(part?.content ?? Buffer.alloc(0)));
    const valuesOf = (tensor = w1) => {
      const raw = Buffer.from(tensor?.find(({ number }) => number === 9)?.content ?? []);
      return Array.from({ length: raw.length / 4 }, (_, at) => raw.readFloatLE(at * 4));
    };
    const sizesOf = (tensor = w1) => tensor?.filter(({ number }) => number === 1).map(({ value }) => value);
    expect([sizesOf(w1), valuesOf(w1)]).toEqual([
      [2, 3],
      [10, 13, 14, 20, 23, 24],
    ]);
    expect([sizesOf(b1), valuesOf(b1)]).toEqual([[3], [1, 4, 5]]);
  });

  it('is refused for another last layer', () => {
    expect(() => withClasses(model, 6, Int32Array.of(0, 1))).toThrow(
      'the model has no layer that tells 6 characters apart',
    );
    expect(() => withClasses(model.subarray(0, -3), 5, Int32Array.of(0, 1))).toThrow('the model is cut off');
  });
});
