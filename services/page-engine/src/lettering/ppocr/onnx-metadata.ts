import { fieldsOf } from './onnx-fields.js';

/** `metadata_props` of ONNX's ModelProto, pairs of a key and a value. */
const METADATA = 14;
const PAIR = { key: 1, value: 2 };

/**
 * A text that an ONNX file has about itself.
 *
 * @throws Error when there is none of that name
 */
export function onnxMetadata(file: Buffer, key: string): string {
  for (const { number, content } of fieldsOf(file)) {
    if (number !== METADATA) continue;
    const pair = fieldsOf(content);
    const textOf = (part: number) => pair.find((one) => one.number === part)?.content.toString('utf8') ?? '';
    if (textOf(PAIR.key) === key) return textOf(PAIR.value);
  }
  throw new Error(`the model says nothing of its ${key}`);
}
