/** Styles of the report in a document of a firm. */
import { Document, Packer } from 'docx';
import { strFromU8, strToU8, unzipSync } from 'fflate';
import { STYLES } from './styles.js';

const STYLES_PART = 'word/styles.xml';
const DOCUMENT_PART = 'word/document.xml';
const STYLE = /<w:style\b.*?<\/w:style>/gs;
const USE = /(<w:[pr]Style w:val=")([^"]+)"/g;

interface Style {
  id: string;
  /** In small letters: Word does not distinguish them. */
  name: string;
  xml: string;
}

const stylesOf = (part: Uint8Array | undefined): Style[] =>
  (part ? (strFromU8(part).match(STYLE) ?? []) : []).map((xml) => ({
    ...{ id: /w:styleId="([^"]*)"/.exec(xml)?.[1] ?? '', xml },
    name: /<w:name w:val="([^"]*)"/.exec(xml)?.[1]?.toLowerCase() ?? '',
  }));

async function houseStyles(): Promise<Style[]> {
  const document = await Packer.toBuffer(new Document({ styles: STYLES, sections: [] }));
  return stylesOf(unzipSync(new Uint8Array(document), { filter: ({ name }) => name === STYLES_PART })[STYLES_PART]);
}

/**
 * Adds the styles that the document uses and lacks: LibreOffice breaks tables whose paragraphs have an unknown style. A
 * style of the firm with the same name is used instead, which has another id in other languages of Word.
 * @param entries of the DOCX, changed in place
 */
export async function completeStyles(entries: Map<string, Uint8Array>): Promise<void> {
  const [document, part] = [entries.get(DOCUMENT_PART), entries.get(STYLES_PART)];
  if (!document || !part) return;
  const text = strFromU8(document);
  const own = stylesOf(part);
  const used = new Set(Array.from(text.matchAll(USE), ([, , id]) => id));
  const missing = (await houseStyles()).filter(({ id }) => used.has(id) && !own.some((style) => style.id === id));
  const sameName = new Map(
    missing.flatMap(({ id, name }) => {
      const found = own.find((style) => style.name === name);
      return found ? [[id, found.id] as const] : [];
    }),
  );
  const added = missing.filter(({ id }) => !sameName.has(id)).map(({ xml }) => xml);
  entries.set(STYLES_PART, strToU8(strFromU8(part).replace('</w:styles>', () => `${added.join('')}</w:styles>`)));
  const renamed = text.replace(USE, (_, before: string, id: string) => `${before}${sameName.get(id) ?? id}"`);
  entries.set(DOCUMENT_PART, strToU8(renamed));
}
