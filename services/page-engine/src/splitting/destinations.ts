import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFString,
  type PDFDocument,
  type PDFObject,
  type PDFRef,
} from '../pdf/pdf-lib.js';

/** Named places of links, by name. */
type Destinations = ReadonlyMap<string, PDFArray>;

const MOST_NAMES = 100_000;
const name = (text: string): PDFName => PDFName.of(text);

/** Of the name tree, and of the older dictionary. */
export function namedDestinations({ catalog, context }: PDFDocument): Destinations {
  const found = new Map<string, PDFArray>();
  const add = (key: string | undefined, value: PDFObject | undefined): void => {
    const object = context.lookup(value);
    const place = object instanceof PDFDict ? context.lookup(object.get(name('D'))) : object;
    if (key !== undefined && place instanceof PDFArray) found.set(key, place);
  };
  const old = context.lookup(catalog.get(name('Dests')));
  if (old instanceof PDFDict) for (const [key, value] of old.entries()) add(key.decodeText(), value);
  const names = context.lookup(catalog.get(name('Names')));
  const seen = new Set<PDFObject>();
  const pending = [names instanceof PDFDict ? names.get(name('Dests')) : undefined];
  for (let ref = pending.pop(); ref && found.size < MOST_NAMES; ref = pending.pop()) {
    const node = context.lookup(ref);
    // a repeated node closes a cycle
    if (!(node instanceof PDFDict) || seen.has(node)) continue;
    seen.add(node);
    const kids = context.lookup(node.get(name('Kids')));
    if (kids instanceof PDFArray) pending.push(...kids.asArray());
    const pairs = context.lookup(node.get(name('Names')));
    if (!(pairs instanceof PDFArray)) continue;
    for (let at = 0; at + 1 < pairs.size(); at += 2) add(textOf(context.lookup(pairs.get(at))), pairs.get(at + 1));
  }
  return found;
}

/** Names and places, in order, that links on these pages lead to and that are on them. */
export function namesWithin(
  pages: ReturnType<PDFDocument['getPages']>,
  destinations: Destinations,
  isOwn: (page: PDFRef) => boolean,
): PDFObject[] {
  const wanted = new Set(pages.flatMap(({ node }) => linkNames(node)));
  return [...wanted].sort().flatMap((key) => {
    const place = destinations.get(key);
    return place && isOwn(place.get(0) as PDFRef)
      ? [PDFHexString.of(Buffer.from(key, 'latin1').toString('hex')), place]
      : [];
  });
}

function linkNames(page: ReturnType<PDFDocument['getPages']>[number]['node']): string[] {
  const { context } = page;
  return (page.Annots()?.asArray() ?? []).flatMap((ref) => {
    const annotation = context.lookup(ref);
    if (!(annotation instanceof PDFDict)) return [];
    const action = context.lookup(annotation.get(name('A')));
    const target = annotation.get(name('Dest')) ?? (action instanceof PDFDict ? action.get(name('D')) : undefined);
    return textOf(context.lookup(target)) ?? [];
  });
}

/** Bytes as characters, so that a name is written as it was read. */
function textOf(object: PDFObject | undefined): string | undefined {
  if (object instanceof PDFName) return object.decodeText();
  if (object instanceof PDFString || object instanceof PDFHexString)
    return Buffer.from(object.asBytes()).toString('latin1');
  return undefined;
}
