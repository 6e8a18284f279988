import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from 'fflate';

/** Of ZIP entries: a time of day in local time is the same in every zone. */
const ENTRY_TIME = new Date(1980, 0, 1);
const FIRST = ['[Content_Types].xml', '_rels/.rels'];

/** JPEG of a path in the folder of the report. */
export type PictureOf = (file: string) => Uint8Array;

const REFERENCE = 'picture of the report: ';

/** In place of a picture until {@link normalizeDocx}: `docx` hashes and compresses its input in JavaScript. */
export const pictureReference = (file: string): Uint8Array => strToU8(REFERENCE + file);

const isReference = (entry: Uint8Array): boolean => strFromU8(entry.subarray(0, REFERENCE.length)) === REFERENCE;

/** Of a ZIP file, by name. */
export const entriesOf = (bytes: Uint8Array): Map<string, Uint8Array> => new Map(Object.entries(unzipSync(bytes)));

/**
 * Equal bytes for equal documents: `docx` gives relationships random ids, and writes the time of writing. Ids become
 * numbers in the order of their use, times the given one, entries have a fixed order. Pictures take the place of their
 * references.
 * @param entries of the DOCX, changed in place
 * @param at ISO 8601
 */
export function normalizeDocx(entries: Map<string, Uint8Array>, at: string, pictureOf: PictureOf): Uint8Array {
  // without folders, which need no entries
  const names = [...entries.keys()].filter((name) => !name.endsWith('/')).toSorted();
  for (const name of names) if (name.endsWith('.rels') && name !== '_rels/.rels') renameRelationships(entries, name);
  change(entries, 'docProps/core.xml', (text) =>
    text.replace(/(<dcterms:(?:created|modified)[^>]*>)[^<]*/g, `$1${new Date(at).toISOString().slice(0, 19)}Z`),
  );
  change(entries, 'word/document.xml', renumber);
  const ordered = [...FIRST.filter((name) => entries.has(name)), ...names.filter((name) => !FIRST.includes(name))];
  const zippable: Zippable = {};
  for (const name of ordered) {
    const entry = entries.get(name);
    if (!entry) continue;
    const content = isReference(entry) ? pictureOf(strFromU8(entry.subarray(REFERENCE.length))) : entry;
    // pictures are compressed already
    zippable[name] = [content, { mtime: ENTRY_TIME, level: /\.(?:jpe?g|png)$/.test(name) ? 0 : 6, os: 0 }];
  }
  return zipSync(zippable);
}

type Entries = Map<string, Uint8Array>;

function change(entries: Entries, name: string, edit: (text: string) => string): void {
  const entry = entries.get(name);
  if (entry) entries.set(name, strToU8(edit(strFromU8(entry))));
}

/** @param name `word/_rels/document.xml.rels`, whose part is `word/document.xml` */
function renameRelationships(entries: Entries, name: string): void {
  const part = name.replace('_rels/', '').replace(/\.rels$/, '');
  const [relations, body] = [entries.get(name), entries.get(part)];
  if (!relations || !body) return;
  const [relationsText, bodyText] = [strFromU8(relations), strFromU8(body)];
  const elements = relationsText.match(/<Relationship\b[^>]*\/>/g);
  if (!elements) return;
  const places = new Map<string, number>();
  for (const { 1: id = '', index } of bodyText.matchAll(/ r:(?:id|embed|link|pict)="([^"]+)"/g))
    if (!places.has(id)) places.set(id, index);
  const sorted = elements
    .map((element) => {
      const id = attribute(element, 'Id');
      return { element, id, place: places.get(id) ?? Infinity, target: attribute(element, 'Target') };
    })
    .toSorted((a, b) => (a.place === b.place ? order(a.target, b.target) : a.place - b.place));
  const ids = new Map(sorted.map(({ id }, at) => [id, `rId${at + 1}`]));
  const rename = (id: string): string => ids.get(id) ?? id;
  const written = sorted.map(({ element }) =>
    element.replace(/ Id="([^"]+)"/, (_, id: string) => ` Id="${rename(id)}"`),
  );
  const start = relationsText.indexOf('<Relationship ');
  entries.set(name, strToU8(`${relationsText.slice(0, start)}${written.join('')}</Relationships>`));
  entries.set(
    part,
    strToU8(
      bodyText.replace(
        /( r:(?:id|embed|link|pict)=")([^"]+)"/g,
        (_, before: string, id: string) => `${before}${rename(id)}"`,
      ),
    ),
  );
}

const attribute = (element: string, name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1] ?? '';

const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Ids of bookmarks and drawings count from 1. */
function renumber(text: string): string {
  const bookmarks = new Map<string, number>();
  let drawings = 0;
  return text
    .replace(/(<wp:docPr\b[^>]*? id=")[^"]*/g, (_, before: string) => `${before}${++drawings}`)
    .replace(/(<w:bookmark(?:Start|End)\b[^>]*? w:id=")([^"]*)/g, (_, before: string, id: string) => {
      if (!bookmarks.has(id)) bookmarks.set(id, bookmarks.size + 1);
      return `${before}${bookmarks.get(id)}`;
    });
}
