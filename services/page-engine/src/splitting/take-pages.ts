/** Copies pages object by object, so that pictures, fonts and links keep their bytes. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRef,
  PDFStream,
  PDFWriter,
  type PDFObject,
} from '../pdf/pdf-lib.js';
import { UnlockFailure } from '../unlocking/failures.js';
import { unlock } from '../unlocking/unlock.js';
import { splittingFailures } from './failures.js';
import type { PageRange, SplittingTask, TakenRanges } from './messages.js';
import { namedDestinations, namesWithin } from './destinations.js';

const NEVER_YIELD = 1e9;
/** Of the page tree, which pages inherit. */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];
/** Of the catalog, which pages need: layers, language. */
const SHARED = ['OCProperties', 'Lang'];
const name = (text: string): PDFName => PDFName.of(text);

export async function takePages({
  file,
  ranges,
  folder,
  maxBytes,
}: SplittingTask & { kind: 'take' }): Promise<TakenRanges> {
  const source = await load(file, folder, maxBytes);
  const pages = source.getPages();
  for (const { node } of pages)
    for (const key of INHERITED) {
      const value = node.getInheritableAttribute(name(key));
      if (value && !node.has(name(key))) node.set(name(key), value);
    }
  const copier = new Copier(source);
  const files: string[] = [];
  let written = 0;
  for (const [index, range] of ranges.entries()) {
    if (range.from < 1 || range.to > pages.length || range.from > range.to)
      throw splittingFailures.damaged(`no pages ${range.from} to ${range.to} of ${pages.length}`);
    const bytes = await copier.copy(range);
    written += bytes.length;
    if (written > maxBytes) throw splittingFailures.tooLarge();
    const to = path.join(folder, `${index + 1}.pdf`);
    await writeFile(to, bytes);
    files.push(to);
  }
  return { files };
}

async function load(file: string, folder: string, maxBytes: number): Promise<PDFDocument> {
  const document = await read(file);
  if (!document.isEncrypted) return document;
  // many vendors forbid changes without asking for a password
  const unlocked = path.join(folder, 'unlocked.pdf');
  await unlock({ file, to: unlocked, password: '', maxBytes }).catch((error: unknown) => {
    if (!(error instanceof UnlockFailure)) throw error;
    throw error.reason === 'wrong_password' ? splittingFailures.protected() : splittingFailures.damaged(error.message);
  });
  return read(unlocked);
}

async function read(file: string): Promise<PDFDocument> {
  try {
    const options = { updateMetadata: false, ignoreEncryption: true, throwOnInvalidObject: false };
    const document = await PDFDocument.load(await readFile(file), { ...options, parseSpeed: NEVER_YIELD });
    // throws without a page tree
    if (!document.isEncrypted) document.getPages();
    return document;
  } catch (error) {
    throw splittingFailures.damaged(error instanceof Error ? error.message : String(error));
  }
}

class Copier {
  private readonly pageRefs: readonly PDFRef[];
  /** Pages, and annotations with their page: not followed into other documents. */
  private readonly owners = new Map<PDFRef, number>();
  private readonly destinations: ReturnType<typeof namedDestinations>;

  constructor(private readonly source: PDFDocument) {
    this.destinations = namedDestinations(source);
    this.pageRefs = source.getPages().map(({ ref }) => ref);
    source.getPages().forEach(({ ref, node }, index) => {
      this.owners.set(ref, index);
      for (const annotation of node.Annots()?.asArray() ?? [])
        if (annotation instanceof PDFRef) this.owners.set(annotation, index);
    });
  }

  async copy({ from, to }: PageRange): Promise<Uint8Array> {
    const { context } = this.source;
    const made = PDFContext.create();
    // references to objects that are not copied stay free: readers take them as null
    made.largestObjectNumber = context.largestObjectNumber;
    const pages = this.source.getPages().slice(from - 1, to);
    const kids = this.pageRefs.slice(from - 1, to);
    const parent = made.nextRef();
    const isOwn = (ref: PDFRef): boolean => {
      const owner = this.owners.get(ref);
      return owner === undefined || (owner >= from - 1 && owner < to);
    };
    for (const { node } of pages) node.set(name('Parent'), parent);
    const catalog = made.obj({ Type: 'Catalog', Pages: parent });
    for (const key of SHARED) {
      const value = this.source.catalog.get(name(key));
      if (value) catalog.set(name(key), value);
    }
    const links = namesWithin(pages, this.destinations, (ref) => kids.includes(ref));
    if (links.length > 0) catalog.set(name('Names'), made.obj({ Dests: { Names: links } }));
    const fields = this.formOf(pages);
    if (fields) catalog.set(name('AcroForm'), fields);
    made.assign(parent, made.obj({ Type: 'Pages', Kids: kids, Count: kids.length }));
    const pending: PDFObject[] = [catalog, ...kids];
    for (let next = pending.pop(); next; next = pending.pop()) {
      if (next instanceof PDFRef) {
        if (next === parent || !isOwn(next) || made.lookup(next)) continue;
        const object = context.lookup(next);
        if (!object || this.isPageTree(object)) continue;
        made.assign(next, object);
        pending.push(object);
      } else if (next instanceof PDFStream) pending.push(next.dict);
      else if (next instanceof PDFDict) pending.push(...next.values());
      else if (next instanceof PDFArray) pending.push(...next.asArray());
    }
    made.trailerInfo.Root = made.register(catalog);
    return PDFWriter.forContext(made, NEVER_YIELD).serializeToBuffer();
  }

  private isPageTree = (object: PDFObject): boolean =>
    object instanceof PDFDict && object.get(name('Type')) === name('Pages');

  /** Default resources of the form, and the fields of these pages. */
  private formOf(pages: ReturnType<PDFDocument['getPages']>): PDFDict | undefined {
    const { context, catalog } = this.source;
    const form = catalog.lookupMaybe(name('AcroForm'), PDFDict);
    const fields = pages
      .flatMap(({ node }) => node.Annots()?.asArray() ?? [])
      .filter((ref) => context.lookupMaybe(ref, PDFDict)?.get(name('Subtype')) === name('Widget'));
    if (!form || fields.length === 0) return undefined;
    const own = context.obj({ Fields: fields });
    for (const key of ['DR', 'DA', 'NeedAppearances']) {
      const value = form.get(name(key));
      if (value) own.set(name(key), value);
    }
    return own;
  }
}
