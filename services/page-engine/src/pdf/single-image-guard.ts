import { inflateSync } from 'node:zlib';
import { readJpegFrame } from './jpeg-header.js';
import { IDENTITY, multiply, type Box, type Matrix } from './matrix.js';
import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
} from './pdf-lib.js';
import type { StreamBytes } from './pdf-objects.js';

/** Page of exactly one picture, usable without rendering. */
export interface LiftedPicture {
  kind: 'jpeg' | 'g4';
  bytes: Uint8Array;
  /** Stored pixels, before `rotate`. */
  width: number;
  height: number;
  grey: boolean;
  /** Clockwise page rotation. */
  rotate: 0 | 90 | 180 | 270;
  dpi: number;
  blackIs1: boolean;
  /** The page has an invisible OCR layer to extract. */
  hasText: boolean;
}

export type GuardVerdict = { lift: LiftedPicture } | { lift: null; because: string };

/** A hidden OCR layer is the longest part. */
const MAX_CONTENT = 4 << 20;
const MAX_OPERANDS = 50_000;
const MAX_PARENTS = 50;
/** Points between picture edge and page box. */
const TOLERANCE = 1.01;
/** Between the resolutions across and down: rounding of page sizes to whole points, not faxes of 204 x 98 dpi. */
const UNEQUAL = 0.005;

const TOKENS =
  /%[^\r\n]*|\((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*\)|<<|>>|<[0-9A-Fa-f\s]*>|\[|\]|\/[^\s()<>[\]{}/%]*|[^\s()<>[\]{}/%]+/g;
/** Without visible effect: graphics state, colour and marked content. */
const INVISIBLE = new Set('w J j M d ri i MP DP BMC EMC g G rg RG k K cs CS sc SC scn SCN n h W W* BT ET'.split(' '));
const TEXT_STATE = new Set('Tf Td TD Tm T* Tc Tw Tz TL Ts'.split(' '));
const TEXT_SHOWING = new Set(['Tj', 'TJ', "'", '"']);
const INVISIBLE_TEXT = 3;

class NotOnePicture extends Error {}
const no = (because: string): never => {
  throw new NotOnePicture(because);
};

/** Anything uncertain counts as no: rendering is slower but always correct. */
export function guardSingleImage(page: PDFPage, bytesOf: StreamBytes): GuardVerdict {
  try {
    return { lift: examine(page, bytesOf) };
  } catch (error) {
    // a broken object is also a reason to render
    return { lift: null, because: error instanceof Error ? error.message : String(error) };
  }
}

function examine(page: PDFPage, bytesOf: StreamBytes): LiftedPicture {
  const node = page.node;
  const annotations = node.lookup(PDFName.of('Annots'));
  if (annotations instanceof PDFArray && annotations.size() > 0) no('annotations');
  const box = visibleBox(node);
  const rotate = rotation(node);
  const resources = inherited(node, 'Resources');
  if (!(resources instanceof PDFDict)) return no('no resources');
  const drawing = readContent(contentOf(node, bytesOf), resources, box);
  checkPlacement(drawing.at, box);
  const lifted = picture(drawing.image, bytesOf(drawing.image), rotate, drawing.hasText);
  const across = lifted.width / (box[2] - box[0]);
  const down = lifted.height / (box[3] - box[1]);
  if (Math.abs(across / down - 1) > UNEQUAL) no('unequal resolution');
  return { ...lifted, dpi: (across * 72) / userUnit(node) };
}

function inherited(node: PDFDict, key: string): PDFObject | undefined {
  let current: PDFObject | undefined = node;
  for (let depth = 0; current instanceof PDFDict && depth < MAX_PARENTS; depth++) {
    const value: PDFObject | undefined = current.lookup(PDFName.of(key));
    if (value) return value;
    current = current.lookup(PDFName.of('Parent'));
  }
  return undefined;
}

function numberOf(value: PDFObject | undefined, what: string): number {
  return value instanceof PDFNumber ? value.asNumber() : no(`no ${what}`);
}

function boxOf(value: PDFObject | undefined): Box | null {
  if (!(value instanceof PDFArray) || value.size() !== 4) return null;
  const [a, b, c, d] = [0, 1, 2, 3].map((i) => numberOf(value.lookup(i), 'box')) as Box;
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

/** Crop box, clipped to the media box; the media box if nothing is left of it. */
function visibleBox(node: PDFDict): Box {
  const media = boxOf(inherited(node, 'MediaBox')) ?? no('no media box');
  const crop = boxOf(inherited(node, 'CropBox'));
  if (!crop) return media;
  const both: Box = [
    Math.max(media[0], crop[0]),
    Math.max(media[1], crop[1]),
    Math.min(media[2], crop[2]),
    Math.min(media[3], crop[3]),
  ];
  return both[0] < both[2] && both[1] < both[3] ? both : media;
}

/** Points per unit; not inherited. */
function userUnit(node: PDFDict): number {
  const value = node.lookup(PDFName.of('UserUnit'));
  const unit = value instanceof PDFNumber ? value.asNumber() : 1;
  return unit > 0 && unit < Infinity ? unit : 1;
}

function rotation(node: PDFDict): LiftedPicture['rotate'] {
  const value = inherited(node, 'Rotate');
  const degrees = (((value instanceof PDFNumber ? value.asNumber() : 0) % 360) + 360) % 360;
  return degrees === 0 || degrees === 90 || degrees === 180 || degrees === 270 ? degrees : no('rotation');
}

/** Decoded within limits. */
function contentOf(node: PDFDict, bytesOf: StreamBytes): string {
  const contents = node.lookup(PDFName.of('Contents'));
  const streams = contents instanceof PDFArray ? contents.asArray().map((_, i) => contents.lookup(i)) : [contents];
  let text = '';
  for (const stream of streams) {
    if (!(stream instanceof PDFRawStream)) return no('content');
    const bytes = bytesOf(stream);
    if (bytes.length > MAX_CONTENT) no('long content');
    text += `${decoded(stream, bytes).toString('latin1')}\n`;
    if (text.length > MAX_CONTENT) no('long content');
  }
  return text;
}

/** Pages with rarer filters are rendered. */
function decoded(stream: PDFRawStream, bytes: Uint8Array): Buffer {
  const filters = filtersOf(stream.dict);
  if (filters.length === 0) return Buffer.from(bytes);
  if (filters.length > 1 || filters[0] !== 'FlateDecode' || stream.dict.lookup(PDFName.of('DecodeParms'))) {
    no('content filter');
  }
  return inflateSync(bytes, { maxOutputLength: MAX_CONTENT });
}

function filtersOf(dict: PDFDict): string[] {
  const value = dict.lookup(PDFName.of('Filter'));
  if (!value) return [];
  const names = value instanceof PDFArray ? value.asArray().map((_, i) => value.lookup(i)) : [value];
  return names.map((name) => (name instanceof PDFName ? name.decodeText() : no('filter')));
}

const isOperand = (token: string): boolean => /^[/(<[\]>+\-.\d]/.test(token);

interface Drawing {
  image: PDFRawStream;
  at: Matrix;
  hasText: boolean;
}

/** Stops at anything visible besides one image. */
function readContent(content: string, resources: PDFDict, box: Box): Drawing {
  let matrix = IDENTITY;
  let textMode = 0;
  let hasText = false;
  let found: { image: PDFRawStream; at: Matrix } | null = null;
  let operands: string[] = [];
  const saved: [Matrix, number][] = [];
  const numbers = (count: number): number[] => {
    const values = operands.slice(-count).map(Number);
    return values.length === count && values.every(Number.isFinite) ? values : no('operands');
  };

  for (const [token] of content.matchAll(TOKENS)) {
    if (token.startsWith('%')) continue;
    if (isOperand(token)) {
      operands.push(token);
      if (operands.length > MAX_OPERANDS) no('operands');
      continue;
    }
    if (token === 'q') {
      saved.push([matrix, textMode]);
    } else if (token === 'Q') {
      [matrix, textMode] = saved.pop() ?? no('unbalanced');
    } else if (token === 'cm') {
      matrix = multiply(numbers(6) as Matrix, matrix);
    } else if (token === 'Do') {
      const drawn = resource(resources, 'XObject', operands);
      if (!(drawn instanceof PDFRawStream)) return no('unknown object');
      if (drawn.dict.lookup(PDFName.of('Subtype')) !== PDFName.of('Image')) no('form');
      if (found) no('several images');
      found = { image: drawn, at: matrix };
    } else if (token === 'Tr') {
      [textMode = 0] = numbers(1);
    } else if (TEXT_SHOWING.has(token)) {
      if (textMode !== INVISIBLE_TEXT) no('visible text');
      hasText = true;
    } else if (token === 'gs') {
      checkGraphicsState(resource(resources, 'ExtGState', operands));
    } else if (token === 'BDC') {
      // an optional content group may be hidden
      if (operands.includes('/OC')) no('layer');
    } else if (token === 're') {
      checkClip(numbers(4), matrix, box);
    } else if (!INVISIBLE.has(token) && !TEXT_STATE.has(token)) {
      no(`operator ${token}`);
    }
    operands = [];
  }
  return found ? { ...found, hasText } : no('no image');
}

function resource(resources: PDFDict, kind: string, operands: string[]): PDFObject | undefined {
  const group = resources.lookup(PDFName.of(kind));
  const name = operands.at(-1);
  return group instanceof PDFDict && name?.startsWith('/') ? group.lookup(PDFName.of(name.slice(1))) : undefined;
}

function checkGraphicsState(state: PDFObject | undefined): void {
  if (!(state instanceof PDFDict)) return;
  for (const key of ['SMask', 'BM', 'ca', 'CA', 'TR', 'TR2']) {
    const value = state.lookup(PDFName.of(key));
    if (value && !['/None', '/Normal', '/Default', '1'].includes(String(value))) no(`graphics state ${key}`);
  }
}

/** Painting is not allowed, so a rectangle is a clip: it must contain the page. */
function checkClip(rectangle: number[], matrix: Matrix, box: Box): void {
  const [x = 0, y = 0, width = 0, height = 0] = rectangle;
  const corners = [
    [x, y],
    [x + width, y + height],
  ].map(([a = 0, b = 0]) => [a * matrix[0] + b * matrix[2] + matrix[4], a * matrix[1] + b * matrix[3] + matrix[5]]);
  const xs = corners.map(([a = 0]) => a);
  const ys = corners.map(([, b = 0]) => b);
  if (
    Math.min(...xs) > box[0] + 1 ||
    Math.max(...xs) < box[2] - 1 ||
    Math.min(...ys) > box[1] + 1 ||
    Math.max(...ys) < box[3] - 1
  ) {
    no('clip');
  }
}

function checkPlacement([a, b, c, d, e, f]: Matrix, box: Box): void {
  const near = (one: number, other: number): boolean => Math.abs(one - other) <= TOLERANCE;
  if (!(near(b, 0) && near(c, 0) && a > 0 && d > 0)) no('turned, mirrored or skewed');
  if (!(near(e, box[0]) && near(e + a, box[2]) && near(f, box[1]) && near(f + d, box[3]))) {
    no('does not fill the page');
  }
}

function picture(
  { dict }: PDFRawStream,
  bytes: Uint8Array,
  rotate: LiftedPicture['rotate'],
  hasText: boolean,
): Omit<LiftedPicture, 'dpi'> {
  for (const key of ['SMask', 'SMaskInData', 'Mask', 'Decode', 'ImageMask', 'Alternates', 'OC']) {
    const value = dict.lookup(PDFName.of(key));
    if (value && String(value) !== 'false' && String(value) !== '0') no(`image ${key}`);
  }
  const [filter, ...others] = filtersOf(dict);
  if (others.length > 0) no('filter chain');
  const width = numberOf(dict.lookup(PDFName.of('Width')), 'width');
  const height = numberOf(dict.lookup(PDFName.of('Height')), 'height');
  const components = colourComponents(dict.lookup(PDFName.of('ColorSpace')));
  const common = {
    bytes,
    width,
    height,
    grey: components === 1,
    rotate,
    hasText,
  };
  if (filter === 'DCTDecode') {
    checkJpeg(dict, bytes, width, height, components);
    return { ...common, kind: 'jpeg', blackIs1: false };
  }
  if (filter === 'CCITTFaxDecode') {
    if (components !== 1) no('colour space');
    return { ...common, kind: 'g4', blackIs1: g4Polarity(dict, width) };
  }
  return no(`filter ${filter ?? 'none'}`);
}

function colourComponents(space: PDFObject | undefined): 1 | 3 {
  if (space instanceof PDFArray && space.lookup(0) === PDFName.of('ICCBased')) {
    const profile = space.lookup(1);
    const count = profile instanceof PDFRawStream ? numberOf(profile.dict.lookup(PDFName.of('N')), 'N') : 0;
    return count === 1 || count === 3 ? count : no('colour space');
  }
  const name = String(space instanceof PDFArray ? space.lookup(0) : space);
  if (name === '/DeviceGray' || name === '/CalGray') return 1;
  return name === '/DeviceRGB' || name === '/CalRGB' ? 3 : no('colour space');
}

function checkJpeg(dict: PDFDict, bytes: Uint8Array, width: number, height: number, components: 1 | 3): void {
  const frame = readJpegFrame(bytes);
  if (!frame) return no('JPEG header');
  if (frame.width !== width || frame.height !== height) no('JPEG size');
  if (frame.components !== components) no('JPEG components');
  if (frame.bits !== 8) no('JPEG bits');
  if (components === 3 && (frame.adobeTransform === 0 || frame.namedRgb)) no('JPEG without colour transform');
  const parameters = dict.lookup(PDFName.of('DecodeParms'));
  const transform = parameters instanceof PDFDict ? parameters.lookup(PDFName.of('ColorTransform')) : undefined;
  if (transform && String(transform) !== '1') no('JPEG colour transform');
}

/** BlackIs1 of plain group 4 data. */
function g4Polarity(dict: PDFDict, width: number): boolean {
  const value = dict.lookup(PDFName.of('DecodeParms'));
  const first = value instanceof PDFArray ? value.lookup(0) : value;
  const parameters = first instanceof PDFDict ? first : null;
  const number = (key: string, missing: number): number => {
    const entry = parameters?.lookup(PDFName.of(key));
    return entry instanceof PDFNumber ? entry.asNumber() : missing;
  };
  const flag = (key: string): boolean => {
    const entry = parameters?.lookup(PDFName.of(key));
    return entry instanceof PDFBool && entry.asBoolean();
  };
  if (number('K', 0) >= 0) no('group 3');
  if (flag('EncodedByteAlign')) no('byte align');
  if (number('Columns', 1728) !== width) no('columns');
  return flag('BlackIs1');
}
