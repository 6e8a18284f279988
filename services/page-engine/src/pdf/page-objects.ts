/** What a file says about its pages and PDFium ignores. */
import { objectsByNumber, objectsWith, type FileObject } from './file-objects.js';

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
  const lists = new Map<number, { node: FileObject; list: number }>();
  let trailer = '';
  for (const found of objectsWith(path, ['/UserUnit', '/Kids', '/Root'])) {
    const { object, text } = found;
    if (/\/Root\s+\d+\s+\d+\s+R/.test(text)) trailer = text;
    if (object === 0) continue;
    const kids = kidsOf(text);
    if (kids) nodes.set(object, { ...found, kids });
    const [, list] = /\/Kids\s+(\d+)\s+\d+\s+R/.exec(text) ?? [];
    if (list && isNode(text)) lists.set(object, { node: found, list: Number(list) });
    else lists.delete(object);
    const [, value, reference] = /\/UserUnit\s*\+?(\d*\.?\d+|\d+\.)(\s+\d+\s+R)?/.exec(text) ?? [];
    if (reference) indirect.set(object, Number(value));
    else if (isUnit(Number(value))) units.set(object, Number(value));
  }
  const values = objectsByNumber(path, [...indirect.values(), ...[...lists.values()].map(({ list }) => list)]);
  for (const [page, reference] of indirect) {
    const unit = Number(values.get(reference)?.text ?? NaN);
    if (isUnit(unit)) units.set(page, unit);
  }
  for (const [object, { node, list }] of lists)
    nodes.set(object, { ...node, kids: referencesIn(values.get(list)?.text ?? '') });
  return { units, nodes, trailer };
}

const isUnit = (unit: number): boolean => unit > 0 && unit < Infinity;

/** Fields of forms and names have kids as well. */
const isNode = (text: string): boolean => /\/Type\s*\/Pages\b|\/Count\b/.test(text);

function kidsOf(text: string): number[] | undefined {
  const [, kids] = /\/Kids\s*\[([^\]]*)\]/.exec(text) ?? [];
  return kids === undefined || !isNode(text) ? undefined : referencesIn(kids);
}

const referencesIn = (text: string): number[] =>
  [...text.matchAll(/(\d+)\s+\d+\s+R/g)].map(([, object]) => Number(object));
