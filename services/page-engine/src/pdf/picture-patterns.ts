/** Pictures that areas are filled with, as tiles: PDFium gives neither their size nor their place. */
import { objectsByNumber, objectsWith, type FileObject } from './file-objects.js';

export interface PicturePattern {
  /** Of a tile, in points. */
  width: number;
  height: number;
  /** Pixels per point, the larger of across and down. */
  sharpness: number;
}

/** Looked at per file. */
const MOST = 100;
const NUMBERS = /-?\d*\.?\d+/g;

export function readPicturePatterns(path: string): PicturePattern[] {
  const patterns = [...objectsWith(path, ['/PatternType'])].filter(({ text }) => /\/PatternType\s+1\b/.test(text));
  const named = referencedBy(path, patterns.slice(0, MOST));
  // resources may be an object of their own
  const all = new Map([
    ...named,
    ...referencedBy(
      path,
      [...named.values()].filter(({ text }) => !isPicture(text)),
    ),
  ]);
  return patterns.slice(0, MOST).flatMap((pattern) => {
    const direct = referencesOf(pattern.text).flatMap((object) => all.get(object) ?? []);
    const inner = direct.flatMap(({ text }) => referencesOf(text).flatMap((object) => all.get(object) ?? []));
    return tileOf(
      pattern.text,
      [...direct, ...inner].filter(({ text }) => isPicture(text)),
    );
  });
}

const isPicture = (text: string): boolean => /\/Subtype\s*\/Image\b/.test(text);

const referencesOf = (text: string): number[] =>
  [...text.matchAll(/(\d+)\s+\d+\s+R\b/g)].slice(0, MOST).map(([, object]) => Number(object));

const referencedBy = (path: string, objects: readonly FileObject[]): ReadonlyMap<number, FileObject> =>
  objectsByNumber(path, objects.flatMap(({ text }) => referencesOf(text)).slice(0, MOST));

/** Its pictures fill the tile, as scans do. */
function tileOf(text: string, pictures: readonly FileObject[]): PicturePattern[] {
  const numbers = (key: string): number[] =>
    (new RegExp(`/${key}\\s*\\[([^\\]]*)\\]`).exec(text)?.[1]?.match(NUMBERS) ?? []).map(Number);
  const [left = 0, bottom = 0, right = 0, top = 0] = numbers('BBox');
  const [a = 1, b = 0, c = 0, d = 1] = numbers('Matrix');
  const [width, height] = [Math.abs(right - left) * Math.hypot(a, b), Math.abs(top - bottom) * Math.hypot(c, d)];
  const sharpness = Math.max(
    0,
    ...pictures.flatMap((picture) => [sizeOf(picture.text, 'Width') / width, sizeOf(picture.text, 'Height') / height]),
  );
  return sharpness > 0 && sharpness < Infinity ? [{ width, height, sharpness }] : [];
}

const sizeOf = (text: string, key: string): number => Number(new RegExp(`/${key}\\s+(\\d+)`).exec(text)?.[1] ?? 0);
