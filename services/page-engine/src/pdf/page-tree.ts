/** Mends the page tree of a file: PDFium has as many pages as it states, though it may hold more. */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { readBytes } from './file-parts.js';
import type { PageObjects, TreeNode } from './page-objects.js';

const HEADER_BYTES = 1_024;
const TAIL_BYTES = 64 << 10;
/** Pages of a file that PDFium found. */
const MOST_COMPARED = 10_000;

interface StatedPages {
  count: number;
  /** Of the page's object; 0: no such page. */
  numberOf: (index: number) => number;
}

/** Bytes to be added to the file, with a tree that lists every page; undefined if its own does. */
export function treeUpdate(path: string, objects: PageObjects, stated: StatedPages): Buffer | undefined {
  const trees = rootsOf(objects.nodes).map((root) => ({ root, pages: pagesUnder(root, objects.nodes) }));
  // earlier versions of a file, and files within it, may have trees as well
  if (trees.length === 0 || trees.some(({ pages }) => pages.length === stated.count)) return undefined;
  const tree = trees.find(({ pages }) => isSame(pages, stated));
  return tree && appendix(path, objects.trailer, tree.root, tree.pages);
}

function rootsOf(nodes: PageObjects['nodes']): TreeNode[] {
  const inner = new Set([...nodes.values()].flatMap(({ kids }) => kids));
  return [...nodes.values()].filter(({ object }) => !inner.has(object));
}

function pagesUnder(root: TreeNode, nodes: PageObjects['nodes']): number[] {
  const [pages, seen]: [number[], Set<number>] = [[], new Set([root.object])];
  const waiting = [...root.kids].reverse();
  for (let kid = waiting.pop(); kid !== undefined; kid = waiting.pop()) {
    const node = nodes.get(kid);
    if (node && seen.has(kid)) continue;
    seen.add(kid);
    if (node) waiting.push(...[...node.kids].reverse());
    else pages.push(kid);
  }
  return pages;
}

/** Whether PDFium found these pages and no others. */
function isSame(pages: readonly number[], { count, numberOf }: StatedPages): boolean {
  const all = new Set(pages);
  const found = Array.from({ length: Math.min(count, MOST_COMPARED) }, (_, index) => numberOf(index));
  return found.every((page) => page === 0 || all.has(page));
}

/** An incremental update (ISO 32000, 7.5.6) of the tree's root. */
function appendix(path: string, trailer: string, root: TreeNode, pages: readonly number[]): Buffer | undefined {
  const entries = ['Root', 'Encrypt', 'Size'].map(
    (key) => new RegExp(`/${key}\\s+\\d+(\\s+\\d+\\s+R)?`).exec(trailer)?.[0] ?? '',
  );
  const isEncrypted = trailer.includes('/Encrypt');
  const [id = ''] = /\/ID\s*\[\s*(<[^>]*>\s*|\((\\[\s\S]|[^\\()])*\)\s*){2}\]/.exec(trailer) ?? [];
  const place = placeOf(path);
  if (isEncrypted && (!entries[1] || !id)) return undefined;
  const kids = `/Kids[${pages.map((page) => `${page} 0 R`).join(' ')}]/Count ${pages.length}`;
  const dictionary = root.text
    .replace(/\/Kids\s*(\[[^\]]*\]|\d+\s+\d+\s+R)/, '')
    .replace(/\/Count\s*[-+.\d]+(\s+\d+\s+R)?/, '')
    .replace('<<', `<<${kids}`);
  const object = `\n${root.object} ${root.generation} obj\n${dictionary}\nendobj\n`;
  const row = `${String(place.end + 1).padStart(10, '0')} ${String(root.generation).padStart(5, '0')} n \n`;
  const table = `xref\n${root.object} 1\n${row}trailer\n<<${entries.join('')}${id}/Prev ${place.table}>>\n`;
  return Buffer.from(`${object}${table}startxref\n${place.end + object.length}\n%%EOF\n`, 'latin1');
}

/** Counted from the header. */
function placeOf(path: string): { end: number; table: number } {
  const fd = openSync(path, 'r');
  try {
    const { size } = fstatSync(fd);
    const header = Math.max(0, readBytes(fd, 0, HEADER_BYTES).indexOf('%PDF-'));
    const tail = readBytes(fd, Math.max(0, size - TAIL_BYTES), TAIL_BYTES).toString('latin1');
    const [, table = '0'] = /startxref\s+(\d+)(?![\s\S]*startxref)/.exec(tail) ?? [];
    return { end: size - header, table: Number(table) };
  } finally {
    closeSync(fd);
  }
}
