/** A page made of one or more pictures, and how it is written to a PDF. */
import type { PdfFile, Ref, StreamData } from './pdf-file.js';

export interface PdfPicture {
  width: number;
  height: number;
  bits: number;
  colours: Colours;
  filter: 'DCTDecode' | 'JPXDecode' | 'CCITTFaxDecode' | 'FlateDecode';
  /** Entries of the picture's dictionary. */
  extra?: string;
  data: StreamData;
  /** Opacity. */
  mask?: PdfPicture;
}

export type Colours =
  | { kind: 'device'; channels: 1 | 3 | 4; profile?: Buffer | undefined }
  | { kind: 'palette'; rgb: Buffer }
  /** Within the picture's own data. */
  | { kind: 'inside' };

export interface PlacedPicture extends PdfPicture {
  /** Top left corner in pixels of the sheet. */
  x: number;
  y: number;
}

export interface Sheet {
  /** Pixels, as stored. */
  width: number;
  height: number;
  /** Dots per inch across and down, or {@link pixelShape}; absent: not in the file. */
  dpi: Dpi | undefined;
  /** EXIF value, 1 to 8. */
  orientation: number;
  pictures: AsyncIterable<PlacedPicture> | PlacedPicture[];
}

export interface Dpi {
  across: number;
  down: number;
}

/** Of scanners for maps. */
export const USUAL_DPI = 300;
/** Written by programs that do not know the resolution. */
const UNKNOWN_DPI: ReadonlySet<number> = new Set([72, 96]);
/** Inches: a sheet that is larger at such a resolution has another one. */
const LARGEST_UNKNOWN = 44;
/** libvips writes 25.4 where it knows none. */
const LEAST_DPI = 36;
const MOST_DPI = 4_800;
/** Inches, of PDF readers. */
const LONGEST_SIDE = 200;
/** More than faxes have. */
const MOST_UNEQUAL = 4;

const DEVICE = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' } as const;

/** File's resolution if it is believable, else the usual one; never so low that the page is too long. */
export function dpiOf({ width, height, dpi }: Pick<Sheet, 'width' | 'height' | 'dpi'>): Dpi {
  const stated = dpi && isBelievable(dpi, width, height) ? dpi : usualDpi(dpi);
  const longest = Math.max(width / stated.across, height / stated.down);
  const factor = Math.max(1, longest / LONGEST_SIDE);
  return { across: stated.across * factor, down: stated.down * factor };
}

/** Resolutions of a file that states no unit: only their ratio counts. */
export const pixelShape = (across: number, down: number): Dpi | undefined =>
  across === down ? undefined : { across: across / down, down: 1 };

/** With the shape of the pixels. */
function usualDpi({ across, down }: Dpi = { across: 1, down: 1 }): Dpi {
  const shape = across / down;
  if (!(shape <= MOST_UNEQUAL && shape >= 1 / MOST_UNEQUAL)) return { across: USUAL_DPI, down: USUAL_DPI };
  return { across: USUAL_DPI * Math.min(1, shape), down: USUAL_DPI * Math.min(1, 1 / shape) };
}

/** Of programs that do not know the resolution, or that keep another one elsewhere in the file. */
export const isUsualDefault = ({ across, down }: Dpi): boolean =>
  across === down && UNKNOWN_DPI.has(Math.round(across));

function isBelievable({ across, down }: Dpi, width: number, height: number): boolean {
  const isWithin = [across, down].every((value) => value >= LEAST_DPI && value <= MOST_DPI);
  const unequal = Math.max(across / down, down / across);
  if (!isWithin || unequal > MOST_UNEQUAL) return false;
  return !isUsualDefault({ across, down }) || Math.max(width, height) / across <= LARGEST_UNKNOWN;
}

/** Writes pages one after the other. */
export class SheetWriter {
  private readonly pages: { ref: Ref; name: string | undefined }[] = [];
  private readonly profiles = new Map<string, Ref>();
  private readonly parent: Ref;

  constructor(private readonly pdf: PdfFile) {
    this.parent = pdf.reserve();
  }

  get count(): number {
    return this.pages.length;
  }

  /** @param name a bookmark */
  async add(sheet: Sheet, name?: string): Promise<void> {
    const dpi = dpiOf(sheet);
    const [width, height] = [(sheet.width * 72) / dpi.across, (sheet.height * 72) / dpi.down];
    const drawn: string[] = [];
    const objects: string[] = [];
    for await (const picture of sheet.pictures) {
      const ref = await this.picture(picture);
      const index = objects.push(`/Im${objects.length} ${ref} 0 R`) - 1;
      const [w, h] = [(picture.width * 72) / dpi.across, (picture.height * 72) / dpi.down];
      const [x, y] = [(picture.x * 72) / dpi.across, height - (picture.y * 72) / dpi.down - h];
      drawn.push(`q ${numbers(w, 0, 0, h, x, y)} cm /Im${index} Do Q`);
    }
    const { mirror, rotate } = ORIENTATIONS[sheet.orientation] ?? { mirror: false, rotate: 0 };
    const before = mirror ? `${numbers(-1, 0, 0, 1, width, 0)} cm ` : '';
    const content = await this.pdf.stream('', Buffer.from(before + drawn.join('\n')));
    const ref = await this.pdf.add(
      `/Type/Page/Parent ${this.parent} 0 R/MediaBox[${numbers(0, 0, width, height)}]/Rotate ${rotate}` +
        `/Resources<</XObject<<${objects.join('')}>>>>/Contents ${content} 0 R`,
    );
    this.pages.push({ ref, name });
  }

  async finish(): Promise<void> {
    const kids = this.pages.map(({ ref }) => `${ref} 0 R`).join(' ');
    await this.pdf.add(`/Type/Pages/Count ${this.count}/Kids[${kids}]`, this.parent);
    const outlines = await this.bookmarks();
    const catalog = await this.pdf.add(`/Type/Catalog/Pages ${this.parent} 0 R${outlines}`);
    // without dates, so the same file becomes the same PDF
    await this.pdf.finish(catalog, await this.pdf.add('/Producer(Symbio)'));
  }

  private async picture({ width, height, bits, colours, filter, extra = '', data, mask }: PdfPicture): Promise<Ref> {
    const opacity = mask ? `/SMask ${await this.picture(mask)} 0 R` : '';
    return this.pdf.stream(
      `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}${await this.colours(colours)}` +
        `${colours.kind === 'inside' ? '' : `/BitsPerComponent ${bits}`}/Filter/${filter}${extra}${opacity}`,
      data,
    );
  }

  private async colours(colours: Colours): Promise<string> {
    if (colours.kind === 'inside') return '';
    if (colours.kind === 'palette') {
      const { rgb } = colours;
      return `/ColorSpace[/Indexed/DeviceRGB ${rgb.length / 3 - 1}<${rgb.toString('hex')}>]`;
    }
    const device = DEVICE[colours.channels];
    if (!colours.profile) return `/ColorSpace${device}`;
    const key = colours.profile.toString('base64');
    const profile =
      this.profiles.get(key) ?? (await this.pdf.stream(`/N ${colours.channels}/Alternate${device}`, colours.profile));
    this.profiles.set(key, profile);
    return `/ColorSpace[/ICCBased ${profile} 0 R]`;
  }

  /** Entries of the catalog. */
  private async bookmarks(): Promise<string> {
    const named = this.pages.filter(({ name }) => name);
    if (named.length === 0) return '';
    const root = this.pdf.reserve();
    const refs = named.map(() => this.pdf.reserve());
    for (const [index, { ref, name = '' }] of named.entries()) {
      const [previous, next] = [refs[index - 1], refs[index + 1]];
      const links = `${previous ? `/Prev ${previous} 0 R` : ''}${next ? `/Next ${next} 0 R` : ''}`;
      await this.pdf.add(`/Title${pdfText(name)}/Parent ${root} 0 R${links}/Dest[${ref} 0 R/Fit]`, refs[index]);
    }
    await this.pdf.add(
      `/Type/Outlines/First ${refs[0] ?? root} 0 R/Last ${refs.at(-1) ?? root} 0 R/Count ${refs.length}`,
      root,
    );
    return `/Outlines ${root} 0 R`;
  }
}

/** How a stored picture becomes upright: mirrored first, then turned clockwise. */
const ORIENTATIONS: Readonly<Record<number, { mirror: boolean; rotate: number }>> = {
  2: { mirror: true, rotate: 0 },
  3: { mirror: false, rotate: 180 },
  4: { mirror: true, rotate: 180 },
  5: { mirror: true, rotate: 270 },
  6: { mirror: false, rotate: 90 },
  7: { mirror: true, rotate: 90 },
  8: { mirror: false, rotate: 270 },
};

const numbers = (...values: number[]): string => values.map((value) => Number(value.toFixed(4))).join(' ');

const pdfText = (text: string): string => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
