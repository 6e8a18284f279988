/** IIIF Image API 3.0: the parts `region/size/rotation/quality.format` of a request. Pure. */
import { IMAGE_LIMITS } from '@symbio/proto/limits';
import { invalidFields } from '@symbio/runtime';
import type { ImageRequest, Region } from '@symbio/page-engine/pyramids';

export interface Size {
  width: number;
  height: number;
}

export interface ImageLimits extends Size {
  area: number;
}

export const FORMATS: Readonly<Record<ImageRequest['format'], string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};
const QUALITIES: readonly ImageRequest['quality'][] = ['default', 'color', 'gray', 'bitonal'];

const NUMBER = /^\d{1,9}(\.\d{1,9})?$/;
const WHOLE = /^\d{1,9}$/;

const REGION_FORMS = 'region must be full, square, x,y,w,h or pct:x,y,w,h';
const SIZE_FORMS = 'size must be max, w, or ,h or w,h or !w,h or pct:n, each also with ^ in front';

const refuse = (part: string, sentence: string): never => {
  throw invalidFields({ [part]: sentence });
};

function numberOf(text: string, part: string, form = NUMBER): number {
  if (form.test(text)) return Number(text);
  return refuse(part, `${part} must consist of ${form === WHOLE ? 'whole numbers' : 'numbers'} from 0`);
}

/** Clipped to the image. @throws AppError INVALID_ARGUMENT */
export function parseRegion(text: string, { width, height }: Size): Region {
  if (text === 'full') return { x: 0, y: 0, width, height };
  if (text === 'square') {
    const side = Math.min(width, height);
    return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), width: side, height: side };
  }
  const inPercent = text.startsWith('pct:');
  const parts = (inPercent ? text.slice(4) : text).split(',');
  if (parts.length !== 4) return refuse('region', REGION_FORMS);
  const [x = 0, y = 0, w = 0, h = 0] = parts.map((part, index) => {
    if (!inPercent) return numberOf(part, 'region', WHOLE);
    return Math.round((numberOf(part, 'region') * (index % 2 === 0 ? width : height)) / 100);
  });
  if (w < 1 || h < 1) return refuse('region', 'region must be at least 1 pixel wide and high');
  if (x >= width || y >= height)
    return refuse('region', `region must be on the page, which has ${width} x ${height} pixels`);
  return { x, y, width: Math.min(w, width - x), height: Math.min(h, height - y) };
}

/** @throws AppError INVALID_ARGUMENT */
export function parseSize(text: string, region: Size, limits: ImageLimits = IMAGE_LIMITS): Size {
  const enlarges = text.startsWith('^');
  const form = enlarges ? text.slice(1) : text;
  const size = sizeOf(form, region, limits, enlarges);
  if (!enlarges && (size.width > region.width || size.height > region.height))
    return refuse('size', 'size is larger than the region: put ^ in front to enlarge it');
  if (size.width > limits.width || size.height > limits.height || size.width * size.height > limits.area)
    return refuse('size', `size may be at most ${limits.width} x ${limits.height} and ${limits.area / 1e6} megapixels`);
  return size;
}

function sizeOf(form: string, region: Size, limits: ImageLimits, enlarges: boolean): Size {
  const side = (length: number, share: number): number => Math.max(1, Math.round(length * share));
  const scaled = (share: number): Size => ({ width: side(region.width, share), height: side(region.height, share) });
  const largest = largestScale(region, limits);
  // ^max is not enlarged: limits are declared only for pages that exceed them
  if (form === 'max') return floored(region, Math.min(largest, 1));
  if (form.startsWith('pct:')) {
    const share = numberOf(form.slice(4), 'size') / 100;
    return share > 0 ? scaled(share) : refuse('size', 'size must not be 0');
  }
  const confined = form.startsWith('!');
  const parts = (confined ? form.slice(1) : form).split(',');
  const [w, h] = parts.map((part) => (part === '' ? undefined : numberOf(part, 'size', WHOLE)));
  if (parts.length !== 2 || (w === undefined && h === undefined)) return refuse('size', SIZE_FORMS);
  if (w === 0 || h === 0) return refuse('size', 'size must not be 0');
  if (!confined)
    return {
      width: w ?? side(region.width, (h ?? 1) / region.height),
      height: h ?? side(region.height, (w ?? 1) / region.width),
    };
  if (w === undefined || h === undefined) return refuse('size', 'size !w,h needs width and height');
  const share = Math.min(w / region.width, h / region.height, enlarges ? Infinity : 1);
  return share > largest ? floored(region, largest) : scaled(share);
}

/** By which a region may be scaled within the limits. */
const largestScale = ({ width, height }: Size, limits: ImageLimits): number =>
  Math.min(limits.width / width, limits.height / height, Math.sqrt(limits.area / (width * height)));

/** Rounded down, so it is not above the limits. */
const floored = ({ width, height }: Size, share: number): Size => ({
  width: Math.max(1, Math.floor(width * share + 1e-9)),
  height: Math.max(1, Math.floor(height * share + 1e-9)),
});

/** @throws AppError INVALID_ARGUMENT */
export function parseRotation(text: string): ImageRequest['rotation'] {
  const mirror = text.startsWith('!');
  const degrees = numberOf(mirror ? text.slice(1) : text, 'rotation');
  if (degrees > 360) return refuse('rotation', 'rotation must be from 0 to 360 degrees');
  return { mirror, degrees: degrees % 360 };
}

const isQuality = (text: string): text is ImageRequest['quality'] => (QUALITIES as readonly string[]).includes(text);
const isFormat = (text: string): text is ImageRequest['format'] => Object.hasOwn(FORMATS, text);

/** `default.jpg`. @throws AppError INVALID_ARGUMENT */
export function parseQuality(text: string): Pick<ImageRequest, 'quality' | 'format'> {
  const [, quality = '', format = ''] = /^(.*)\.([^.]*)$/.exec(text) ?? [];
  if (!isQuality(quality)) return refuse('quality', `quality must be one of ${QUALITIES.join(', ')}`);
  if (!isFormat(format)) return refuse('format', `format must be one of ${Object.keys(FORMATS).join(', ')}`);
  return { quality, format };
}

/** @throws AppError INVALID_ARGUMENT */
export function parseImageRequest([region, size, rotation, quality]: readonly string[], page: Size): ImageRequest {
  const shown = parseRegion(region ?? '', page);
  return {
    region: shown,
    size: parseSize(size ?? '', shown),
    rotation: parseRotation(rotation ?? ''),
    ...parseQuality(quality ?? ''),
  };
}

/** Canonical form of a request: section 4.7 of the specification. */
export function canonicalPath({ region, size, rotation, quality, format }: ImageRequest, page: Size): string {
  const { x, y, width, height } = region;
  const isFull = x === 0 && y === 0 && width === page.width && height === page.height;
  const isMax = size.width === width && size.height === height;
  const enlarges = size.width > width || size.height > height;
  return [
    isFull ? 'full' : [x, y, width, height].join(','),
    isMax ? 'max' : `${enlarges ? '^' : ''}${size.width},${size.height}`,
    `${rotation.mirror ? '!' : ''}${rotation.degrees}`,
    `${quality}.${format}`,
  ].join('/');
}
