import type { EmbeddedPicture } from './embedded-pictures.js';

const SHORT = 3;
const LONG = 4;
const ENTRY_BYTES = 12;

/** CCITT group 4 bytes of a PDF as a TIFF of one strip (TIFF 6.0), which libtiff reads. */
export function tiffOfG4({ data, width, height, blackIs1 }: EmbeddedPicture): Buffer {
  const entries: [tag: number, type: number, value: number][] = [
    [256, LONG, width],
    [257, LONG, height],
    [258, SHORT, 1], // bits a sample
    [259, SHORT, 4], // compression: group 4
    [262, SHORT, blackIs1 ? 1 : 0], // what a zero bit looks like
    [273, LONG, 0], // where the strip begins; filled in below
    [277, SHORT, 1], // samples a pixel
    [278, LONG, height], // rows of the strip
    [279, LONG, data.length],
  ];
  const header = Buffer.alloc(8 + 2 + entries.length * ENTRY_BYTES + 4);
  header.write('II*\0', 'latin1');
  header.writeUInt32LE(8, 4);
  header.writeUInt16LE(entries.length, 8);
  entries.forEach(([tag, type, value], i) => {
    const at = 10 + i * ENTRY_BYTES;
    header.writeUInt16LE(tag, at);
    header.writeUInt16LE(type, at + 2);
    header.writeUInt32LE(1, at + 4);
    header.writeUInt32LE(tag === 273 ? header.length : value, at + 8);
  });
  return Buffer.concat([header, data]);
}
