import { type PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFRef, PDFString } from '@cantoo/pdf-lib';
import { sha256Of } from '../canonical.js';
import { textsOfPages } from './pdf-text.js';

/** A page as a reader gets it. */
export interface PdfPage {
  /** Without white space and hyphens. */
  text: string;
  /** Hashes of its pictures' bytes, as embedded. */
  pictures: string[];
  /** Addresses of its links. */
  links: string[];
}

export interface PdfFacts {
  pages: PdfPage[];
  /** Hashes of all pictures of the file, shown or not. */
  pictures: Set<string>;
}

/** Of a PDF. Knows nothing of the writer. @throws if it cannot be read */
export async function readPdf(bytes: Uint8Array): Promise<PdfFacts> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const hashes = new Map<string, string>();
  for (const [reference, object] of document.context.enumerateIndirectObjects())
    if (isImage(object)) hashes.set(reference.toString(), sha256Of(object.contents));
  const texts = await textsOfPages(bytes);
  const pages = document.getPages().map(({ node }, at): PdfPage => ({
    text: compact(texts[at] ?? ''),
    pictures: picturesOf(node.Resources()?.lookupMaybe(PDFName.of('XObject'), PDFDict), hashes),
    links: linksOf(node.Annots()),
  }));
  return { pages, pictures: new Set(hashes.values()) };
}

/** Letters that line breaks and hyphenation leave: what two writers have in common. */
export const compact = (text: string): string => text.replace(/[\s\p{Cc}\u00ad\ufffe\u200b\u2010-]+/gu, '');

const isImage = (object: unknown): object is PDFRawStream =>
  object instanceof PDFRawStream && object.dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image');

const picturesOf = (objects: PDFDict | undefined, hashes: ReadonlyMap<string, string>): string[] =>
  (objects?.values() ?? []).flatMap((reference) => {
    const hash = reference instanceof PDFRef ? hashes.get(reference.toString()) : undefined;
    return hash === undefined ? [] : [hash];
  });

const linksOf = (annotations: PDFArray | undefined): string[] =>
  Array.from({ length: annotations?.size() ?? 0 }, (_, at) => {
    const action = annotations?.lookupMaybe(at, PDFDict)?.lookupMaybe(PDFName.of('A'), PDFDict);
    return action?.lookupMaybe(PDFName.of('URI'), PDFString)?.decodeText() ?? '';
  }).filter((address) => address !== '');
