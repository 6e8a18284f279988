/** Writes the outline of a PDF that was made of several files. */
import type { Bookmark } from '../pdf/file-names.js';
import { PDFHexString, PDFName, type PDFDict, type PDFDocument, type PDFRef } from '../pdf/pdf-lib.js';

interface Item {
  ref: PDFRef;
  dict: PDFDict;
  depth: number;
}

const name = (text: string): PDFName => PDFName.of(text);

export function writeBookmarks(pdf: PDFDocument, bookmarks: readonly Bookmark[]): void {
  if (bookmarks.length === 0) return;
  const { context } = pdf;
  const pages = pdf.getPages();
  const add = (dict: PDFDict, depth: number): Item => ({ ref: context.register(dict), dict, depth });
  const root = add(context.obj({ Type: 'Outlines' }), -1);
  /** Last item of each level, below the root. */
  const open: Item[] = [root];
  for (const { title, page, depth } of bookmarks) {
    const target = pages[page]?.ref;
    if (!target) continue;
    const item = add(context.obj({ Title: PDFHexString.fromText(title), Dest: [target, 'Fit'] }), depth);
    let previous: Item | undefined;
    while ((open.at(-1)?.depth ?? -1) >= depth) previous = open.pop();
    attach(item, open.at(-1) ?? root, previous);
    open.push(item);
  }
  pdf.catalog.set(name('Outlines'), root.ref);
}

function attach(item: Item, parent: Item, previous: Item | undefined): void {
  item.dict.set(name('Parent'), parent.ref);
  if (previous) {
    item.dict.set(name('Prev'), previous.ref);
    previous.dict.set(name('Next'), item.ref);
  } else parent.dict.set(name('First'), item.ref);
  parent.dict.set(name('Last'), item.ref);
}
