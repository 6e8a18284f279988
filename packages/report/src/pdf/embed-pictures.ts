import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { sha256Of } from '../canonical.js';

/** A picture of the report, and what Typst gets in its place: Typst decodes all pictures, and keeps them in memory. */
export interface EmbeddedPicture {
  /** Path in the folder of the report. */
  file: string;
  jpeg: Buffer;
  width: number;
  height: number;
  /** JPEG of one pixel, with the hash of the picture as its comment. */
  placeholder: Buffer;
}

/** Reads pictures, which are JPEG files in sRGB. @param files paths in the folder */
export async function readPictures(folder: string, files: readonly string[]): Promise<EmbeddedPicture[]> {
  const pixel = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();
  return Promise.all(
    files.map(async (file) => {
      const jpeg = await readFile(path.join(folder, file));
      const { width, height } = await sharp(jpeg).metadata();
      return { file, jpeg, width, height, placeholder: withComment(pixel, sha256Of(jpeg)) };
    }),
  );
}

/** Bytes of a JPEG file before its first segment. */
const START_OF_IMAGE = 2;

function withComment(jpeg: Buffer, comment: string): Buffer {
  const segment = Buffer.from(`\xff\xfe\0\0${comment}`, 'latin1');
  segment.writeUInt16BE(comment.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, START_OF_IMAGE), segment, jpeg.subarray(START_OF_IMAGE)]);
}

/** Puts pictures in place of their placeholders. @throws if the PDF lacks one, or has no plain cross-reference table */
export function embedPictures(pdf: Buffer, pictures: readonly EmbeddedPicture[]): Buffer {
  const parts: Buffer[] = [];
  const moves: { from: number; by: number }[] = [];
  let [written, moved] = [0, 0];
  // Typst writes equal pictures once
  const distinct = new Map(pictures.map((picture) => [picture.placeholder.toString('latin1'), picture]));
  const places = [...distinct.values()]
    .map((picture) => ({ picture, at: pdf.indexOf(picture.placeholder) }))
    .toSorted((a, b) => a.at - b.at);
  for (const { picture, at } of places) {
    if (at < 0) throw new Error(`The PDF lacks the picture ${picture.file}.`);
    const header = pdf.lastIndexOf(' obj\n', at);
    const fields = fieldsFor(pdf.toString('latin1', header, at), picture);
    const replaced = Buffer.concat([Buffer.from(fields, 'latin1'), picture.jpeg]);
    parts.push(pdf.subarray(written, header), replaced);
    written = at + picture.placeholder.length;
    moved += replaced.length - (written - header);
    moves.push({ from: written, by: moved });
  }
  const newPlace = (place: number): number => place + (moves.findLast(({ from }) => from <= place)?.by ?? 0);
  const start = tableStart(pdf);
  return Buffer.concat([...parts, pdf.subarray(written, start), movedTable(pdf, start, newPlace)]);
}

/** Head of the object of a picture, which is not nested. */
function fieldsFor(head: string, { jpeg, width, height }: EmbeddedPicture): string {
  return head
    .replace(/(?<=\/Length )\d+/, String(jpeg.length))
    .replace(/(?<=\/Width )\d+/, String(width))
    .replace(/(?<=\/Height )\d+/, String(height));
}

function tableStart(pdf: Buffer): number {
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.toString('latin1', pdf.length - 64))?.[1]);
  if (pdf.toString('latin1', start, start + 4) !== 'xref')
    throw new Error('The PDF has no plain cross-reference table.');
  return start;
}

/** Cross-reference table and trailer. */
function movedTable(pdf: Buffer, start: number, newPlace: (place: number) => number): Buffer {
  const table = pdf
    .toString('latin1', start)
    .replace(/^(\d{10})( \d{5} n)/gm, (_, place: string, rest: string) =>
      `${newPlace(Number(place))}`.padStart(10, '0').concat(rest),
    )
    .replace(/(?<=startxref\s+)\d+/, String(newPlace(start)));
  return Buffer.from(table, 'latin1');
}
