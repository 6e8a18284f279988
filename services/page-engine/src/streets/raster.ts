/** The lines and tints of a sheet's picture, for `@symbio/streets`. */
import type { Raster } from '@symbio/streets';
import { sharp } from '../pictures/sharp.js';

/** Pixels across the shorter side, for which thresholds were measured. */
const ACROSS = 1_400;
/** Paper around ink: a median of a quarter of the picture. */
const PAPER = { share: 4, window: 31 } as const;
/** How much darker than paper ink begins, and is full. */
const INK = { from: 25, range: 60 } as const;
/** Tints are larger than lines. */
const TINT = { share: 8, window: 5, differs: 11 } as const;

const median = (values: Float64Array): number => values.toSorted()[Math.floor(values.length / 2)] ?? 0;

/** CIE a and b with lightness, of sRGB. */
function labOf(red: number, green: number, blue: number): [lightness: number, a: number, b: number] {
  const linear = (tone: number) => (tone <= 10 ? tone / 3294.6 : ((tone / 255 + 0.055) / 1.055) ** 2.4);
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const curve = (share: number) => (share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116);
  const x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Whether pixels of a small copy differ in colour from the paper. */
function tintedOf(rgb: Uint8Array): boolean[] {
  const count = rgb.length / 3;
  const [lightness, a, b] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  for (let at = 0; at < count; at++)
    [lightness[at], a[at], b[at]] = labOf(rgb[at * 3] ?? 0, rgb[at * 3 + 1] ?? 0, rgb[at * 3 + 2] ?? 0);
  const bright = lightness.toSorted()[Math.floor(count * 0.6)] ?? 0;
  const ofPaper = (values: Float64Array) => median(values.filter((_, at) => (lightness[at] ?? 0) > bright));
  const [paperA, paperB] = [ofPaper(a), ofPaper(b)];
  return Array.from(a, (each, at) => Math.hypot(each - paperA, (b[at] ?? 0) - paperB) > TINT.differs);
}

/** @param file a picture of the whole sheet */
export async function rasterOf(file: string): Promise<Raster> {
  const { width: fullWidth, height: fullHeight } = await sharp(file).metadata();
  const scale = ACROSS / Math.min(fullWidth, fullHeight);
  const [width, height] = [Math.round(fullWidth * scale), Math.round(fullHeight * scale)];
  const rgb = await sharp(file)
    .resize(width, height, { fit: 'fill' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer();
  const raw = { raw: { width, height, channels: 3 } } as const;
  const grey = await sharp(rgb, raw).greyscale().raw().toBuffer();
  const [paperWidth, paperHeight] = [Math.ceil(width / PAPER.share), Math.ceil(height / PAPER.share)];
  const paper = await sharp(grey, { raw: { width, height, channels: 1 } })
    .resize(paperWidth, paperHeight, { fit: 'fill' })
    .median(PAPER.window)
    .raw()
    .toBuffer();
  const [tintWidth, tintHeight] = [Math.ceil(width / TINT.share), Math.ceil(height / TINT.share)];
  const small = await sharp(rgb, raw)
    .resize(tintWidth, tintHeight, { fit: 'fill' })
    .median(TINT.window)
    .raw()
    .toBuffer();
  const tinted = tintedOf(small);
  const [ink, tint] = [new Uint8Array(width * height), new Uint8Array(width * height)];
  for (let y = 0; y < height; y++) {
    const paperRow = Math.floor(y / PAPER.share) * paperWidth;
    const tintRow = Math.floor(y / TINT.share) * tintWidth;
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const under = paper[paperRow + Math.floor(x / PAPER.share)] ?? 255;
      const dark = (under - (grey[at] ?? 255) - INK.from) / INK.range;
      if (dark > 0) ink[at] = 255 * Math.min(1, dark);
      if (tinted[tintRow + Math.floor(x / TINT.share)]) tint[at] = 1;
    }
  }
  return { width, height, ink, tint };
}
