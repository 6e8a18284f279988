/** Tag of a field of bytes: its number and wire type 2. */
const tagOf = (field: number): number => field * 8 + 2;

/**
 * A text that an ONNX file has about itself: `metadata_props` of ModelProto, pairs of key (1) and value (2). Read without
 * a protobuf library, as it is the only thing we want of the file.
 *
 * @throws Error when there is none of that name
 */
export function onnxMetadata(file: Buffer, key: string): string {
  const mark = Buffer.concat([Buffer.from([tagOf(1), key.length]), Buffer.from(key), Buffer.from([tagOf(2)])]);
  let at = file.lastIndexOf(mark);
  if (at < 0) throw new Error(`the model says nothing of its ${key}`);
  at += mark.length;
  // a varint: seven bits a byte, the last one below 128
  let length = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = file[at++] ?? 0;
    length += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) break;
  }
  return file.toString('utf8', at, at + length);
}
