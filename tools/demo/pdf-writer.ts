import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { Writable } from 'node:stream';

/** An image as a PDF stores it: the bytes go into the file untouched. */
export interface PdfImage {
  data: Uint8Array;
  /** Pixels. */
  width: number;
  height: number;
  filter: 'DCTDecode' | 'CCITTFaxDecode' | 'JPXDecode' | 'FlateDecode' | 'none';
  colourSpace: 'DeviceGray' | 'DeviceRGB' | 'DeviceCMYK';
  /** Bits a component; default 8. */
  bits?: number;
  /** Further entries of the image dictionary, e.g. `/DecodeParms<</K -1/Columns 5000>>`. */
  entries?: string;
}

/** A line of a text layer: where it is written in the picture, in pixels from the picture's upper left corner. */
export interface PdfTextLine {
  text: string;
  /** Start and end of the baseline. */
  from: readonly [x: number, y: number];
  to: readonly [x: number, y: number];
  capHeight: number;
}

export interface PdfPageOptions {
  /** Laid over the picture unseen, as scanning programs do, so that the page can be searched. */
  textLayer?: readonly PdfTextLine[];
  /** Resolution that turns pixels into page size; default 300. */
  dpi?: number;
  /** Further entries of the page dictionary, e.g. `/Rotate 90`. */
  entries?: string;
}

interface WrittenPage {
  object: number;
}

/**
 * Writes a PDF of one picture a page, streamed: a file larger than memory holds one page at a time.
 * Objects 1 and 2 are the catalogue and the page tree, written last.
 */
export class PdfWriter {
  private readonly offsets: number[] = [0, 0, 0];
  private readonly pages: WrittenPage[] = [];
  private position = 0;

  private constructor(private readonly out: Writable) {}

  /** Opens a file for writing; an existing one is replaced. */
  static async toFile(path: string): Promise<PdfWriter> {
    const out = createWriteStream(path);
    await once(out, 'open');
    return PdfWriter.to(out);
  }

  /** Writes to any stream. */
  static async to(out: Writable): Promise<PdfWriter> {
    const writer = new PdfWriter(out);
    // the second line's high bytes tell transfer programs that the file is binary
    await writer.write(Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'));
    return writer;
  }

  /** Adds a page that is exactly one picture. */
  async addImagePage(image: PdfImage, { dpi = 300, entries = '', textLayer = [] }: PdfPageOptions = {}): Promise<void> {
    const points = (pixels: number): number => Math.round((pixels * 72000) / dpi) / 1000;
    const [width, height] = [points(image.width), points(image.height)];
    const filter = image.filter === 'none' ? '' : `/Filter/${image.filter}`;
    const picture = await this.object(
      `/Type/XObject/Subtype/Image/Width ${image.width}/Height ${image.height}/ColorSpace/${image.colourSpace}` +
        `/BitsPerComponent ${image.bits ?? 8}${filter}${image.entries ?? ''}`,
      image.data,
    );
    const text = invisibleText(textLayer, 72 / dpi, height);
    const content = await this.object('', Buffer.from(`q ${width} 0 0 ${height} 0 0 cm /Im0 Do Q${text}`, 'latin1'));
    const font = text ? '/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>' : '';
    const page = await this.object(
      `/Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]${entries}` +
        `/Resources<</XObject<</Im0 ${picture} 0 R>>${font}>>/Contents ${content} 0 R`,
    );
    this.pages.push({ object: page });
  }

  /** Writes the page tree and closes the file; resolves once the bytes are handed over. Answers the file's length. */
  async finish(): Promise<number> {
    await this.place(1, '/Type/Catalog/Pages 2 0 R');
    const kids = this.pages.map((page) => `${page.object} 0 R`).join(' ');
    await this.place(2, `/Type/Pages/Count ${this.pages.length}/Kids[${kids}]`);
    const start = this.position;
    const rows = this.offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    await this.write(
      Buffer.from(
        `xref\n0 ${this.offsets.length}\n0000000000 65535 f \n${rows.join('')}` +
          `trailer\n<</Size ${this.offsets.length}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`,
      ),
    );
    const finished = once(this.out, 'finish');
    this.out.end();
    await finished;
    return this.position;
  }

  private async object(dictionary: string, stream?: Uint8Array): Promise<number> {
    const number = this.offsets.length;
    this.offsets.push(0);
    await this.place(number, dictionary, stream);
    return number;
  }

  private async place(number: number, dictionary: string, stream?: Uint8Array): Promise<void> {
    this.offsets[number] = this.position;
    if (!stream) {
      await this.write(Buffer.from(`${number} 0 obj\n<<${dictionary}>>\nendobj\n`));
      return;
    }
    await this.write(Buffer.from(`${number} 0 obj\n<<${dictionary}/Length ${stream.length}>>\nstream\n`));
    await this.write(stream);
    await this.write(Buffer.from('\nendstream\nendobj\n'));
  }

  private async write(bytes: Uint8Array): Promise<void> {
    this.position += bytes.length;
    if (!this.out.write(bytes)) await once(this.out, 'drain');
  }
}

/** Courier: every letter is 0.6 of the size wide, capitals are 0.562 of it high. */
const COURIER = { advance: 0.6, cap: 0.562 } as const;

/** Text in rendering mode 3, neither filled nor stroked, stretched between the ends of its baseline. */
function invisibleText(lines: readonly PdfTextLine[], scale: number, pageHeight: number): string {
  if (lines.length === 0) return '';
  const short = (value: number): string => String(Math.round(value * 1000) / 1000);
  const shown = lines.map(({ text, from, to, capHeight }) => {
    const size = (capHeight * scale) / COURIER.cap;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const [cos, sin] = length > 0 ? [(to[0] - from[0]) / length, (from[1] - to[1]) / length] : [1, 0];
    const stretch = (100 * length * scale) / (size * COURIER.advance * Math.max(1, text.length));
    const place = [cos, sin, -sin, cos, from[0] * scale, pageHeight - from[1] * scale].map(short).join(' ');
    return `/F1 ${short(size)} Tf ${short(stretch)} Tz ${place} Tm (${text.replace(/[\\()]/g, '\\$&')}) Tj`;
  });
  return ` BT 3 Tr ${shown.join(' ')} ET`;
}

/** Collects a PDF in memory. */
export async function pdfBuffer(fill: (writer: PdfWriter) => Promise<void>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  const writer = await PdfWriter.to(out);
  await fill(writer);
  await writer.finish();
  return Buffer.concat(chunks);
}

/** A colour JPEG as a page picture. */
export function jpegImage(data: Uint8Array, width: number, height: number): PdfImage {
  return { data, width, height, filter: 'DCTDecode', colourSpace: 'DeviceRGB' };
}
