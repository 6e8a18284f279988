/** What a file says about its pages and PDFium ignores. */
import { objectsWith, type FileObject } from './file-objects.js';

/** Points per unit, by the object number of the page; pages without the entry are missing. */
export type UserUnits = ReadonlyMap<number, number>;

/** Of the page tree. */
export interface TreeNode extends FileObject {
  kids: number[];
}

export interface PageObjects {
  units: UserUnits;
  nodes: ReadonlyMap<number, TreeNode>;
  /** Last one of the file, or the dictionary of its cross-reference stream. */
  trailer: string;
}

/** UserUnit is in table 31 of ISO 32000. Later versions of an object override earlier ones. */
export function readPageObjects(path: string): PageObjects {
  const units = new Map<number, number>();
  const indirect = new Map<number, number>();
  const nodes = new Map<number, TreeNode>();
  let trailer = '';
  for (const found of objectsWith(path, ['/UserUnit', '/Kids', '/Root'])) {
    const { object, text } = found;
    if (/\/Root\s+\d+\s+\d+\s+R/.test(text)) trailer = text;
    if (object === 0) continue;
    const kids = kidsOf(text);
    if (kids) nodes.set(object, { ...found, kids });
    const [, value, reference] = /\/UserUnit\s*\+?(\d*\.?\d+|\d+\.)(\s+\d+\s+R)?/.exec(text) ?? [];
    if (reference) indirect.set(object, Number(value));
    else if (isUnit(Number(value))) units.set(object, Number(value));
  }
  for (const [page, unit] of resolved(path, indirect)) units.set(page, unit);
  return { units, nodes, trailer };
}

const isUnit = (unit: number): boolean => unit > 0 && unit < Infinity;

/** Undefined for fields of forms and names, which have kids as well. */
function kidsOf(text: string): number[] | undefined {
  const [, kids] = /\/Kids\s*\[([^\]]*)\]/.exec(text) ?? [];
  if (kids === undefined || !/\/Type\s*\/Pages\b|\/Count\b/.test(text)) return undefined;
  return [...kids.matchAll(/(\d+)\s+\d+\s+R/g)].map(([, object]) => Number(object));
}

function* resolved(path: string, indirect: ReadonlyMap<number, number>): Generator<[page: number, unit: number]> {
  if (indirect.size === 0) return;
  const values = new Map<number, number>();
  for (const { object, text } of objectsWith(path, [], new Set(indirect.values()))) values.set(object, Number(text));
  for (const [page, reference] of indirect) {
    const unit = values.get(reference) ?? NaN;
    if (isUnit(unit)) yield [page, unit];
  }
}
