/** Writes a PDF to a file, stream by stream: pictures may be larger than memory. */
import { open, type FileHandle } from 'node:fs/promises';
import { conversionFailures } from './failures.js';

export type Ref = number;
export type StreamData = Buffer | AsyncIterable<Buffer>;

/** Bytes, limited. */
export class PdfFile {
  private readonly offsets: number[] = [];
  private position = 0;

  private constructor(
    private readonly file: FileHandle,
    private readonly maxBytes: number,
  ) {}

  static async create(path: string, maxBytes: number): Promise<PdfFile> {
    const pdf = new PdfFile(await open(path, 'w'), maxBytes);
    await pdf.write('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n');
    return pdf;
  }

  /** Object that is written later. */
  reserve(): Ref {
    return this.offsets.push(-1);
  }

  async add(dictionary: string, ref = this.reserve()): Promise<Ref> {
    await this.begin(ref);
    await this.write(`<<${dictionary}>>\nendobj\n`);
    return ref;
  }

  async stream(dictionary: string, data: StreamData): Promise<Ref> {
    const [ref, length] = [this.reserve(), this.reserve()];
    await this.begin(ref);
    await this.write(`<<${dictionary}/Length ${length} 0 R>>\nstream\n`);
    const start = this.position;
    if (Buffer.isBuffer(data)) await this.write(data);
    else for await (const part of data) await this.write(part);
    const bytes = this.position - start;
    await this.write('\nendstream\nendobj\n');
    await this.begin(length);
    await this.write(`${bytes}\nendobj\n`);
    return ref;
  }

  async finish(catalog: Ref, info: Ref): Promise<void> {
    const table = this.position;
    const rows = this.offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
    const size = this.offsets.length + 1;
    await this.write(`xref\n0 ${size}\n0000000000 65535 f \n${rows}`);
    await this.write(`trailer\n<</Size ${size}/Root ${catalog} 0 R/Info ${info} 0 R>>\nstartxref\n${table}\n%%EOF\n`);
  }

  close(): Promise<void> {
    return this.file.close();
  }

  private async begin(ref: Ref): Promise<void> {
    this.offsets[ref - 1] = this.position;
    await this.write(`${ref} 0 obj\n`);
  }

  private async write(data: string | Buffer): Promise<void> {
    const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
    this.position += bytes.length;
    if (this.position > this.maxBytes) throw conversionFailures.tooLargeAsPdf(this.maxBytes);
    await this.file.writeFile(bytes);
  }
}
