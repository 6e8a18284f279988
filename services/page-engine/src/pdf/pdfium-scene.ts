/** Which pictures a page draws, and which of its words may be invisible. */
import { drawnLettering, type DrawnPath } from './drawn-lettering.js';
import { IDENTITY, multiply, type Matrix } from './matrix.js';
import type { Area } from './page.js';
import type { Repeats } from './repeats.js';
import type { ObjectWord } from './pdfium-words.js';
import type { PdfiumMemory } from './pdfium-memory.js';

/** A page of vectors has up to this many objects; later ones are not examined. */
const MAX_OBJECTS = 300_000;
const MAX_DEPTH = 16;
/** Lettering of a coarser picture is unreadable: gradients, shadows. */
const LEAST_DPI = 40;
/** Fill as light as paper, of 255. */
const PAPER = 245;
const CLEAR = 8;
/** Clip paths with more points are not rectangles; their box is too large, and so harmless. */
const MAX_POINTS = 64;
/** Of a letter that is drawn as a path. */
const LEAST_POINTS = 3;
const MAX_PATHS = 50_000;
/** PDFium's colour for a tiling pattern; drawing shows whether it is one. */
const PATTERN = 191;
/** Share of the page. */
const LEAST_PATTERN = 0.05;
/** Cells per side of the index of covers. */
const CELLS = 64;
/** Covers over more cells are listed once. */
const LARGE = 128;

// constants of fpdf_edit.h
const [TEXT, PATH, IMAGE, SHADING, FORM] = [1, 2, 3, 4, 5];
const [FILL_MODE, STROKE_MODE, FILL_AND_STROKE_MODE, INVISIBLE_MODE, CLIP_MODE] = [0, 1, 2, 3, 7];

const SCRATCH_BYTES = 64;

/** Facts about a text object that need no drawing. */
interface TextFacts {
  font: number;
  hidden: boolean;
  /** Of its place in the drawing order. */
  order: number;
  /** Filled or typed: part of an annotation. */
  added: boolean;
  /** Drawing must show whether it is visible. */
  uncertain: boolean;
  /** In pixels; absent without a clip. */
  clip?: Area;
}

interface Cover extends Area {
  order: number;
}

export interface Scene {
  /** With lettering that is drawn as paths, unless it may be a logo. */
  pictures: Area[];
  /** Drawn as paths. */
  lettering?: Area;
  /** Large areas that may be filled with a pattern, which may be a picture. */
  patterns: Area[];
  facts: ReadonlyMap<number, TextFacts>;
  /** Text objects that may be invisible. */
  uncertain: number[];
}

export interface OpenPage {
  memory: PdfiumMemory;
  page: number;
  /** Of the picture, in pixels. */
  width: number;
  height: number;
  /** Top-level objects of the page itself; later ones belong to annotations. */
  ownObjects: number;
  /** Whether forms may be in layers, which their objects do not show. */
  mayHaveLayers: () => boolean;
  /** Of drawn lettering in the document. */
  repeats: Repeats;
}

export function sceneOf(open: OpenPage, words: readonly ObjectWord[]): Scene {
  return open.memory.with(SCRATCH_BYTES, (pointer) => new Walk(open, words, pointer).run());
}

class Walk {
  readonly #facts = new Map<number, TextFacts>();
  readonly #pictures: Area[] = [];
  readonly #covers: Cover[] = [];
  readonly #paths: DrawnPath[] = [];
  readonly #patterns: Area[] = [];
  readonly #objects: ReadonlySet<number>;
  #order = 0;
  #added = false;

  constructor(
    private readonly open: OpenPage,
    private readonly words: readonly ObjectWord[],
    private readonly pointer: number,
  ) {
    this.#objects = new Set(words.map(({ object }) => object));
  }

  run(): Scene {
    const { memory, page, ownObjects } = this.open;
    const calls = memory.objectCalls;
    const count = calls.FPDFPage_CountObjects(page);
    for (let at = 0; at < count && this.#order < MAX_OBJECTS; at++) {
      this.#added = at >= ownObjects;
      this.#visit(calls.FPDFPage_GetObject(page, at), IDENTITY, undefined, false, 0);
    }
    const lettering = drawnLettering(this.#paths, this.#pixelsPerInch());
    if (lettering && !lettering.mayBeLogo) this.#pictures.push(lettering.area);
    const covered = this.#coveredObjects();
    const clipped = this.#clippedObjects();
    const uncertain = [...this.#facts]
      .filter(([object, facts]) => facts.uncertain || covered.has(object) || clipped.has(object))
      .map(([object]) => object);
    return {
      pictures: this.#pictures,
      patterns: this.#patterns,
      facts: this.#facts,
      uncertain,
      ...(lettering && { lettering: lettering.area }),
    };
  }

  #visit(object: number, matrix: Matrix, clip: Area | undefined, layered: boolean, depth: number): void {
    const calls = this.open.memory.objectCalls;
    this.#order++;
    switch (calls.FPDFPageObj_GetType(object)) {
      case TEXT:
        return this.#text(object, matrix, clip, layered);
      case PATH:
        return this.#path(object, matrix);
      case SHADING:
        if (this.#facts.size > 0) this.#cover(object, matrix);
        return;
      case IMAGE:
        return this.#picture(object, matrix);
      case FORM: {
        if (depth >= MAX_DEPTH) return;
        const inner = multiply(this.#matrixOf(object), matrix);
        const within = intersection(clip, this.#clipOf(object, matrix));
        const isLayered = layered || this.#isInLayer(object);
        const count = calls.FPDFFormObj_CountObjects(object);
        for (let at = 0; at < count && this.#order < MAX_OBJECTS; at++)
          this.#visit(calls.FPDFFormObj_GetObject(object, at), inner, within, isLayered, depth + 1);
        return;
      }
    }
  }

  #text(object: number, matrix: Matrix, around: Area | undefined, layered: boolean): void {
    if (!this.#objects.has(object)) return;
    const calls = this.open.memory.objectCalls;
    const mode = calls.FPDFTextObj_GetTextRenderMode(object);
    const clip = intersection(around, this.#clipOf(object, matrix));
    const inForm = matrix !== IDENTITY && !this.#added;
    const isUncertain =
      layered ||
      mode === CLIP_MODE ||
      mode === STROKE_MODE ||
      ((mode === FILL_MODE || mode === FILL_AND_STROKE_MODE) && this.#isPale(object)) ||
      this.#isInLayer(object) ||
      (inForm && this.open.mayHaveLayers());
    this.#facts.set(object, {
      font: calls.FPDFTextObj_GetFont(object),
      hidden: mode === INVISIBLE_MODE,
      order: this.#order,
      added: this.#added,
      uncertain: isUncertain && mode !== INVISIBLE_MODE,
      ...(clip && { clip }),
    });
  }

  #path(object: number, matrix: Matrix): void {
    const filled = this.#isFilled(object);
    const points = this.open.memory.objectCalls.FPDFPath_CountSegments(object);
    const mayBeLetter = points >= LEAST_POINTS && this.#paths.length < MAX_PATHS;
    if (!mayBeLetter && !filled) return;
    const box = this.#boxOf(object, matrix);
    if (!box) return;
    if (filled) this.#addCover(box);
    if (filled && this.#mayBePattern(object, box)) this.#patterns.push(box);
    if (mayBeLetter) this.#paths.push({ ...box, points, filled });
  }

  #picture(object: number, matrix: Matrix): void {
    const { memory, width, height } = this.open;
    const box = this.#cover(object, matrix);
    if (!box || !memory.objectCalls.FPDFImageObj_GetImagePixelSize(object, this.pointer, this.pointer + 4)) return;
    const view = memory.view();
    const longest = Math.max(view.getUint32(this.pointer, true), view.getUint32(this.pointer + 4, true));
    const [pageLong, boxLong] = [Math.max(width, height), Math.max(box.width, box.height)];
    if (longest < (boxLong / pageLong) * this.#longestInches() * LEAST_DPI) return;
    const visible = intersection(box, { x: 0, y: 0, width, height });
    if (visible && visible.width > 0 && visible.height > 0) this.#pictures.push(visible);
  }

  #longestInches(): number {
    return Math.max(this.open.width, this.open.height) / this.#pixelsPerInch();
  }

  #pixelsPerInch(): number {
    const { page, memory, width, height } = this.open;
    // one point to the right and up, in pixels
    const [ax, ay] = toPixels(memory, page, width, height, this.pointer, 0, 0);
    const [bx, by] = toPixels(memory, page, width, height, this.pointer, 7_200, 7_200);
    return Math.max(Math.abs(bx - ax) / 100, Math.abs(by - ay) / 100, 1);
  }

  #cover(object: number, matrix: Matrix): Area | undefined {
    const box = this.#boxOf(object, matrix);
    if (box) this.#addCover(box);
    return box;
  }

  #addCover(box: Area): void {
    if (this.#facts.size > 0) this.#covers.push({ ...box, order: this.#order });
  }

  #boxOf(object: number, matrix: Matrix): Area | undefined {
    const { memory } = this.open;
    const { pointer } = this;
    if (!memory.objectCalls.FPDFPageObj_GetBounds(object, pointer, pointer + 4, pointer + 8, pointer + 12))
      return undefined;
    const view = memory.view();
    const [left, bottom, right, top] = [0, 4, 8, 12].map((at) => view.getFloat32(pointer + at, true)) as [
      number,
      number,
      number,
      number,
    ];
    return this.#toArea([left, right, left, right], [bottom, bottom, top, top], matrix);
  }

  #isFilled(path: number): boolean {
    const { memory } = this.open;
    if (!memory.objectCalls.FPDFPath_GetDrawMode(path, this.pointer, this.pointer + 4)) return false;
    return memory.view().getInt32(this.pointer, true) !== 0;
  }

  #isPale(object: number): boolean {
    const [red = 0, green = 0, blue = 0, alpha = 255] = this.#fillOf(object);
    return alpha < CLEAR || Math.min(red, green, blue) >= PAPER;
  }

  #mayBePattern(path: number, { width, height }: Area): boolean {
    if (width * height < LEAST_PATTERN * this.open.width * this.open.height) return false;
    const [red, green, blue] = this.#fillOf(path);
    return red === PATTERN && green === PATTERN && blue === PATTERN;
  }

  /** Red, green, blue and opacity; empty if unknown. */
  #fillOf(object: number): number[] {
    const { memory } = this.open;
    const { pointer } = this;
    const calls = memory.objectCalls;
    if (!calls.FPDFPageObj_GetFillColor(object, pointer, pointer + 4, pointer + 8, pointer + 12)) return [];
    const view = memory.view();
    return [0, 4, 8, 12].map((at) => view.getUint32(pointer + at, true));
  }

  /** Marked as optional content. */
  #isInLayer(object: number): boolean {
    const { memory } = this.open;
    const { pointer } = this;
    const calls = memory.objectCalls;
    const count = calls.FPDFPageObj_CountMarks(object);
    for (let at = 0; at < count; at++) {
      const mark = calls.FPDFPageObj_GetMark(object, at);
      if (!calls.FPDFPageObjMark_GetName(mark, pointer, 32, pointer + 32)) continue;
      const view = memory.view();
      // UTF-16 with its terminator
      if (view.getUint32(pointer + 32, true) !== 6) continue;
      if (view.getUint16(pointer, true) === 0x4f && view.getUint16(pointer + 2, true) === 0x43) return true;
    }
    return false;
  }

  #matrixOf(form: number): Matrix {
    const { memory } = this.open;
    if (!memory.objectCalls.FPDFPageObj_GetMatrix(form, this.pointer)) return IDENTITY;
    const view = memory.view();
    return [0, 4, 8, 12, 16, 20].map((at) => view.getFloat32(this.pointer + at, true)) as unknown as Matrix;
  }

  /** Undefined without clip paths. */
  #clipOf(object: number, matrix: Matrix): Area | undefined {
    const { memory } = this.open;
    const { pointer } = this;
    const calls = memory.objectCalls;
    const clip = calls.FPDFPageObj_GetClipPath(object);
    const paths = clip ? calls.FPDFClipPath_CountPaths(clip) : 0;
    let all: Area | undefined;
    for (let path = 0; path < paths; path++) {
      const count = calls.FPDFClipPath_CountPathSegments(clip, path);
      if (count < 1 || count > MAX_POINTS) continue;
      const [xs, ys]: [number[], number[]] = [[], []];
      for (let at = 0; at < count; at++) {
        const segment = calls.FPDFClipPath_GetPathSegment(clip, path, at);
        if (!calls.FPDFPathSegment_GetPoint(segment, pointer, pointer + 4)) continue;
        const view = memory.view();
        xs.push(view.getFloat32(pointer, true));
        ys.push(view.getFloat32(pointer + 4, true));
      }
      if (xs.length > 0) all = intersection(all, this.#toArea(xs, ys, matrix));
    }
    return all;
  }

  /** Upright box around points of an object's space. */
  #toArea(xs: readonly number[], ys: readonly number[], [a, b, c, d, e, f]: Matrix): Area {
    const { memory, page, width, height } = this.open;
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const [at, x] of xs.entries()) {
      const y = ys[at] ?? 0;
      const pixel = toPixels(memory, page, width, height, this.pointer, a * x + c * y + e, b * x + d * y + f);
      left = Math.min(left, pixel[0]);
      right = Math.max(right, pixel[0]);
      top = Math.min(top, pixel[1]);
      bottom = Math.max(bottom, pixel[1]);
    }
    return { x: left, y: top, width: right - left, height: bottom - top };
  }

  #coveredObjects(): Set<number> {
    const found = new Set<number>();
    if (this.#covers.length === 0) return found;
    const { width, height } = this.open;
    const cellOf = (value: number, length: number): number =>
      Math.max(0, Math.min(CELLS - 1, Math.floor((value / length) * CELLS)));
    const large: Cover[] = [];
    const cells = new Map<number, Cover[]>();
    for (const cover of this.#covers) {
      const [left, right] = [cellOf(cover.x, width), cellOf(cover.x + cover.width, width)];
      const [top, bottom] = [cellOf(cover.y, height), cellOf(cover.y + cover.height, height)];
      if ((right - left + 1) * (bottom - top + 1) > LARGE) {
        large.push(cover);
        continue;
      }
      for (let row = top; row <= bottom; row++)
        for (let column = left; column <= right; column++) {
          const cell = cells.get(row * CELLS + column);
          if (cell) cell.push(cover);
          else cells.set(row * CELLS + column, [cover]);
        }
    }
    for (const word of this.words) {
      const facts = this.#facts.get(word.object);
      if (!facts || found.has(word.object)) continue;
      const [x, y] = middleOf(word);
      const near = cells.get(cellOf(y, height) * CELLS + cellOf(x, width)) ?? [];
      const covers = (cover: Cover): boolean => cover.order > facts.order && holds(cover, x, y);
      if (near.some(covers) || large.some(covers)) found.add(word.object);
    }
    return found;
  }

  #clippedObjects(): Set<number> {
    const outside = this.words.filter((word) => {
      const clip = this.#facts.get(word.object)?.clip;
      return clip !== undefined && !holds(clip, ...middleOf(word));
    });
    return new Set(outside.map(({ object }) => object));
  }
}

export const middleOf = ({ x, y, width, height }: Area): [number, number] => [x + width / 2, y + height / 2];

export const holds = ({ x, y, width, height }: Area, across: number, down: number): boolean =>
  across >= x && across <= x + width && down >= y && down <= y + height;

/** Undefined: no limit. */
function intersection(one: Area | undefined, other: Area | undefined): Area | undefined {
  if (!one || !other) return one ?? other;
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return { x, y, width: Math.max(width, 0), height: Math.max(height, 0) };
}

/** @param pointer 8 bytes from 48 on are used */
function toPixels(
  memory: PdfiumMemory,
  page: number,
  width: number,
  height: number,
  pointer: number,
  x: number,
  y: number,
): [number, number] {
  memory.textCalls.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, pointer + 48, pointer + 52);
  const view = memory.view();
  return [view.getInt32(pointer + 48, true), view.getInt32(pointer + 52, true)];
}
