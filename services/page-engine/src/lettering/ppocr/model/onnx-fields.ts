/** Minimal protobuf reader and writer for ONNX files. */

export interface Field {
  number: number;
  /** Value of a varint, else 0. */
  value: number;
  /** Content of a length-delimited field, else empty. */
  content: Buffer;
  /** Field with its tag, for copying. */
  whole: Buffer;
}

const VARINT = 0;
const EIGHT_BYTES = 1;
const LENGTH = 2;

/** @throws Error if the message is invalid or truncated */
export function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = [];
  for (let at = 0; at < message.length;) {
    const begin = at;
    const [tag, behindTag] = varintAt(message, at);
    const type = tag % 8;
    const [value, behind] = type === VARINT || type === LENGTH ? varintAt(message, behindTag) : [0, behindTag];
    const size = type === VARINT ? 0 : type === LENGTH ? value : type === EIGHT_BYTES ? 8 : 4;
    at = behind + size;
    if (at > message.length) throw new Error('the model is cut off');
    fields.push({
      number: Math.floor(tag / 8),
      value: type === VARINT ? value : 0,
      content: type === LENGTH ? message.subarray(behind, at) : message.subarray(0, 0),
      whole: message.subarray(begin, at),
    });
  }
  return fields;
}

function varintAt(message: Buffer, from: number): [value: number, behind: number] {
  let value = 0;
  for (let at = from, factor = 1; at < message.length; factor *= 128) {
    const byte = message[at++] ?? 0;
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return [value, at];
  }
  throw new Error('the model is cut off');
}

export function varintsOf(packed: Buffer): number[] {
  const values: number[] = [];
  for (let at = 0; at < packed.length;) {
    const [value, behind] = varintAt(packed, at);
    values.push(value);
    at = behind;
  }
  return values;
}

export function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

export const field = (number: number, content: Buffer): Buffer =>
  Buffer.concat([varint(number * 8 + LENGTH), varint(content.length), content]);

export const numberField = (number: number, value: number): Buffer =>
  Buffer.concat([varint(number * 8 + VARINT), varint(value)]);
