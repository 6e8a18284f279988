/** Appends the pages of one PDF to another, with the parts of its catalog that their look and content depend on. */
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFObjectCopier,
  PDFPage,
  PDFString,
  type PDFObject,
} from '../pdf/pdf-lib.js';

const name = (text: string): PDFName => PDFName.of(text);
/** Deeper name trees are cyclic. */
const MAX_DEPTH = 20;

/** Layers, forms and attached files of all appended documents. */
export class PageAppender {
  private readonly groups: PDFObject[] = [];
  private readonly on: PDFObject[] = [];
  private readonly off: PDFObject[] = [];
  private readonly usage: PDFObject[] = [];
  private readonly fields: PDFObject[] = [];
  private readonly resources: PDFDict[] = [];
  private readonly files: PDFObject[] = [];

  constructor(private readonly whole: PDFDocument) {}

  append(source: PDFDocument): void {
    const copier = PDFObjectCopier.for(source.context, this.whole.context);
    for (const { node } of source.getPages()) {
      const copy = copier.copy(node);
      this.whole.addPage(PDFPage.of(copy, this.whole.context.register(copy), this.whole));
    }
    const part = (key: string): PDFDict | undefined => {
      const value = source.catalog.lookup(name(key));
      return value instanceof PDFDict ? copier.copy(value) : undefined;
    };
    this.addLayers(part('OCProperties'));
    this.addForm(part('AcroForm'));
    const names = part('Names');
    if (names) this.addFiles(this.dict(names, 'EmbeddedFiles'));
  }

  finish(): void {
    const { context, catalog } = this.whole;
    const { groups, on, off, usage, fields, files } = this;
    if (groups.length > 0)
      catalog.set(name('OCProperties'), context.obj({ OCGs: groups, D: { ON: on, OFF: off, AS: usage } }));
    if (fields.length > 0) catalog.set(name('AcroForm'), context.obj({ Fields: fields, DR: this.joinedResources() }));
    if (files.length === 0) return;
    // names of several documents may be the same
    const names = files.flatMap((file, at) => [PDFString.of(String(at).padStart(6, '0')), file]);
    catalog.set(name('Names'), context.obj({ EmbeddedFiles: { Names: names } }));
  }

  private addLayers(layers: PDFDict | undefined): void {
    if (!layers) return;
    const groups = this.array(layers, 'OCGs');
    const settings = this.dict(layers, 'D');
    const on = settings ? this.array(settings, 'ON') : [];
    const isOff = settings?.get(name('BaseState')) === name('OFF');
    this.groups.push(...groups);
    this.on.push(...on);
    this.off.push(...(isOff ? groups.filter((group) => !on.includes(group)) : []));
    if (settings) {
      this.off.push(...this.array(settings, 'OFF'));
      this.usage.push(...this.array(settings, 'AS'));
    }
  }

  private addForm(form: PDFDict | undefined): void {
    if (!form) return;
    this.fields.push(...this.array(form, 'Fields'));
    const resources = this.dict(form, 'DR');
    if (resources) this.resources.push(resources);
  }

  private addFiles(tree: PDFDict | undefined, depth = 0): void {
    if (!tree || depth > MAX_DEPTH) return;
    this.files.push(...this.array(tree, 'Names').filter((_, at) => at % 2 === 1));
    for (const kid of this.array(tree, 'Kids')) {
      const node = this.whole.context.lookup(kid);
      if (node instanceof PDFDict) this.addFiles(node, depth + 1);
    }
  }

  /** Fonts of the same name are the same in practice. */
  private joinedResources(): PDFDict {
    const joined = this.whole.context.obj({});
    for (const resources of this.resources)
      for (const key of resources.keys()) {
        const [all, own] = [this.dict(joined, key), this.dict(resources, key)];
        if (!own) continue;
        if (!all) joined.set(key, own);
        else for (const [each, value] of own.entries()) if (!all.has(each)) all.set(each, value);
      }
    return joined;
  }

  private dict(holder: PDFDict, key: string | PDFName): PDFDict | undefined {
    const value = holder.lookup(typeof key === 'string' ? name(key) : key);
    return value instanceof PDFDict ? value : undefined;
  }

  private array(holder: PDFDict, key: string): PDFObject[] {
    const value = holder.lookup(name(key));
    return value instanceof PDFArray ? value.asArray() : [];
  }
}
