/** Prunes a recognizer file to the wanted characters. */
import { field, fieldsOf, numberField, varintsOf, type Field } from './onnx-fields.js';

const MODEL = { graph: 7 };
const GRAPH = { initializer: 5, output: 12, valueInfo: 13 };
const TENSOR = { dims: 1, name: 8, raw: 9 };
const VALUE = { name: 1, type: 2 };
const FLOAT_BYTES = 4;

/**
 * Prunes the last layer's columns. The models know 7,000 and 19,000 characters, mostly Chinese: that layer is an eighth
 * of the work and its output most of the memory. Probabilities are normalized over the remaining classes.
 */
export function withClasses(model: Buffer, all: number, classes: Int32Array): Buffer {
  return Buffer.concat(
    fieldsOf(model).map((part) =>
      part.number === MODEL.graph ? field(MODEL.graph, fewerIn(part.content, all, classes)) : part.whole,
    ),
  );
}

function fewerIn(graph: Buffer, all: number, classes: Int32Array): Buffer {
  let layers = 0;
  const parts = fieldsOf(graph).flatMap((part) => {
    if (part.number === GRAPH.output) return [field(GRAPH.output, anyShape(part.content))];
    // shapes between layers: the runtime infers them
    if (part.number === GRAPH.valueInfo) return [];
    if (part.number !== GRAPH.initializer) return [part.whole];
    const tensor = fieldsOf(part.content);
    if (dimsOf(tensor).at(-1) !== all) return [part.whole];
    layers++;
    return [field(GRAPH.initializer, fewerColumns(tensor, all, classes))];
  });
  if (layers !== 2) throw new Error(`the model has no layer that tells ${all} characters apart`);
  return Buffer.concat(parts);
}

function dimsOf(tensor: readonly Field[]): number[] {
  return tensor
    .filter(({ number }) => number === TENSOR.dims)
    .flatMap(({ value, content }) => (content.length === 0 ? [value] : varintsOf(content)));
}

/** Selected columns of a float tensor; rows combine all dimensions except the last. */
function fewerColumns(tensor: readonly Field[], all: number, classes: Int32Array): Buffer {
  const dims = dimsOf(tensor);
  const rows = dims.slice(0, -1).reduce((product, size) => product * size, 1);
  const raw = tensor.find(({ number }) => number === TENSOR.raw)?.content;
  if (raw?.length !== rows * all * FLOAT_BYTES) throw new Error('the weights of the model are not stored as expected');
  const kept = Buffer.alloc(rows * classes.length * FLOAT_BYTES);
  for (let row = 0; row < rows; row++)
    for (const [column, from] of classes.entries()) {
      const at = (row * all + from) * FLOAT_BYTES;
      raw.copy(kept, (row * classes.length + column) * FLOAT_BYTES, at, at + FLOAT_BYTES);
    }
  return Buffer.concat([
    ...[...dims.slice(0, -1), classes.length].map((size) => numberField(TENSOR.dims, size)),
    ...tensor.filter(({ number }) => number !== TENSOR.dims && number !== TENSOR.raw).map(({ whole }) => whole),
    field(TENSOR.raw, kept),
  ]);
}

/** Name and float type of an output. */
const FLOATS = field(1, numberField(1, 1));
const anyShape = (output: Buffer): Buffer =>
  Buffer.concat([
    ...fieldsOf(output)
      .filter(({ number }) => number === VALUE.name)
      .map(({ whole }) => whole),
    field(VALUE.type, FLOATS),
  ]);
