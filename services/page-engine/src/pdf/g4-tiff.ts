const SHORT = 3;
const LONG = 4;
const ENTRY = 12;

/** CCITT group 4 data of a PDF in a TIFF for libtiff. */
export function wrapG4(data: Uint8Array, width: number, height: number, blackIs1: boolean): Buffer {
  const headerBytes = 8 + 2 + 9 * ENTRY + 4;
  const tags: [tag: number, type: number, value: number][] = [
    [256, LONG, width],
    [257, LONG, height],
    [258, SHORT, 1], // bits per sample
    [259, SHORT, 4], // compression: group 4
    [262, SHORT, blackIs1 ? 1 : 0], // (end of line) meaning of a zero bit
    [273, LONG, headerBytes], // (end of line) the single strip follows the header
    [277, SHORT, 1],
    [278, LONG, height],
    [279, LONG, data.length],
  ];
  const header = Buffer.alloc(headerBytes);
  header.write('II*\0', 'latin1');
  header.writeUInt32LE(8, 4);
  header.writeUInt16LE(tags.length, 8);
  tags.forEach(([tag, type, value], index) => {
    const at = 10 + index * ENTRY;
    header.writeUInt16LE(tag, at);
    header.writeUInt16LE(type, at + 2);
    header.writeUInt32LE(1, at + 4);
    if (type === SHORT) header.writeUInt16LE(value, at + 8);
    else header.writeUInt32LE(value, at + 8);
  });
  return Buffer.concat([header, data]);
}
