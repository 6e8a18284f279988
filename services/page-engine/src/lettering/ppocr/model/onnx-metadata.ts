import { fieldsOf } from './onnx-fields.js';

/** `metadata_props` of ONNX's ModelProto: key and value pairs. */
const METADATA = 14;
const PAIR = { key: 1, value: 2 };

/**
 * Reads a metadata value of an ONNX file.
 *
 * @throws Error if the key is missing
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
