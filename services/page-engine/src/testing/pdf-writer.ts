type Ref = number;

export interface PageOptions {
  extra?: string;
  /** Content stream; by default the first image fills the page. */
  content?: string;
  resources?: string;
}

/** Writes PDFs byte by byte, so tests control valid and invalid content. */
export class PdfWriter {
  private readonly objects: { dictionary: string; stream?: Buffer; value?: string }[] = [];
  private readonly pages: Ref[] = [];

  add(dictionary: string, stream?: Buffer): Ref {
    return this.objects.push({ dictionary, stream });
  }

  /** An object that is no dictionary. */
  value(value: string): Ref {
    return this.objects.push({ dictionary: '', value });
  }

  image(data: Buffer, width: number, height: number, filter: string, colours: string, extra = '', bits = 8): Ref {
    const space = colours && `/ColorSpace ${colours}`;
    const filters = filter.includes('/') ? `[${filter}]` : `/${filter}`;
    return this.add(
      `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}${space}/BitsPerComponent ${bits}/Filter${filters}${extra}`,
      data,
    );
  }

  /** Sizes in points; images are named Im0, Im1, ... */
  page(images: Ref[], width: number, height: number, options: PageOptions = {}): void {
    const { extra = '', resources = '', content = fill(width, height) } = options;
    const stream = this.add('', Buffer.from(content));
    const names = images.map((ref, i) => `/Im${i} ${ref} 0 R`).join(' ');
    this.pages.push(
      this.add(
        `/Type/Page/Parent @parent/MediaBox[0 0 ${width} ${height}]${extra}` +
          `/Resources<</XObject<<${names}>>${resources}>>/Contents ${stream} 0 R`,
      ),
    );
  }

  /** `falseOffsets`: writes wrong offsets to the cross-reference table. `catalog`: additional catalog entries. */
  save(options: { falseOffsets?: boolean; catalog?: string } = {}): Buffer {
    const kids = this.pages.map((ref) => `${ref} 0 R`).join(' ');
    const parent = this.add(`/Type/Pages/Count ${this.pages.length}/Kids[${kids}]`);
    const catalog = this.add(`/Type/Catalog/Pages ${parent} 0 R${options.catalog ?? ''}`);
    const parts: Buffer[] = [];
    let position = 0;
    const write = (data: string | Buffer): void => {
      const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
      parts.push(bytes);
      position += bytes.length;
    };
    write('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n');
    const offsets = this.objects.map(({ dictionary, stream, value }, i) => {
      const offset = position;
      const entries = dictionary.replaceAll('@parent', `${parent} 0 R`);
      write(`${i + 1} 0 obj\n${value ?? `<<${entries}${stream ? `/Length ${stream.length}` : ''}>>`}\n`);
      if (stream) {
        write('stream\n');
        write(stream);
        write('\nendstream\n');
      }
      write('endobj\n');
      return offset + (options.falseOffsets ? 7 : 0);
    });
    const table = position;
    const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
    write(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}`);
    write(`trailer\n<</Size ${offsets.length + 1}/Root ${catalog} 0 R>>\nstartxref\n${table}\n%%EOF\n`);
    return Buffer.concat(parts);
  }
}

export const fill = (width: number, height: number): string => `q ${width} 0 0 ${height} 0 0 cm /Im0 Do Q`;
