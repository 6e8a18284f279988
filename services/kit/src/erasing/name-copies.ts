/** Copies of people's names in rows, as data: where each is, and beside which id. */

/** Where a row keeps a copy of a person's name, beside the id of whose name it is. */
export interface NameCopy {
  /** Path of the list, perhaps in the elements of another, whose elements have both; absent: the row itself has them. */
  list?: string;
  /** Path of the user's or author's id, from the row or from the element. */
  id: string;
  /** Path of the name. */
  name: string;
}

/** A name that was taken out of a row, and what stands there now. */
export interface Replaced {
  old: string;
  now: string;
}

/** All copies of names in the rows of a collection. */
export interface NamesInRows<Row = never> {
  copies: readonly NameCopy[];
  /** The revision stays: readers take another one for a change that a person made. Lists are no place for names then. */
  keepsRev?: true;
  /**
   * What else follows from the names of a row, changed in place. @returns the paths that it changed
   */
  also?: (row: Row, replaced: readonly Replaced[]) => readonly string[];
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The object that holds the last part of a path, and that part. */
function placeOf(from: unknown, path: string): { holder: Fields; key: string } | undefined {
  const parts = path.split('.');
  const key = parts.pop() ?? '';
  let holder = from;
  for (const part of parts) holder = isFields(holder) ? holder[part] : undefined;
  return isFields(holder) ? { holder, key } : undefined;
}

function at(from: unknown, path: string): unknown {
  const place = placeOf(from, path);
  return place?.holder[place.key];
}

/** The elements of a list, and the path of the outermost list that they are in. */
function elementsOf(row: object, list: string): { elements: unknown[]; outermost: string } {
  let elements: unknown[] = [row];
  let outermost: string | undefined;
  const walked: string[] = [];
  for (const part of list.split('.')) {
    walked.push(part);
    const values = elements.map((element) => (isFields(element) ? element[part] : undefined));
    if (outermost === undefined && values.some(Array.isArray)) outermost = walked.join('.');
    elements = values.flat();
  }
  return { elements, outermost: outermost ?? list };
}

/** The part of a row that a path begins with. */
const topOf = (path: string): string => path.split('.', 1)[0] ?? path;

/**
 * Replaces the names of some people in a row that was just read, in place.
 *
 * @param nameOf what stands for the user or author of an id from now on; undefined for everybody else
 * @returns what is to be set in the stored row, by path; undefined when it holds no such name
 */
export function replaceNames(
  row: object,
  { copies, also }: NamesInRows,
  nameOf: (id: string) => string | undefined,
): Fields | undefined {
  const changed = new Set<string>();
  const replaced: Replaced[] = [];
  for (const { list, id, name } of copies) {
    const { elements, outermost } = list === undefined ? { elements: [row], outermost: name } : elementsOf(row, list);
    for (const each of elements) {
      const whose = at(each, id);
      const now = typeof whose === 'string' ? nameOf(whose) : undefined;
      const place = placeOf(each, name);
      const old = place?.holder[place.key];
      // where no name was kept there is none to replace
      if (!place || now === undefined || typeof old !== 'string' || old === '' || old === now) continue;
      place.holder[place.key] = now;
      replaced.push({ old, now });
      changed.add(outermost);
    }
  }
  if (changed.size === 0) return undefined;
  for (const path of also?.(row as never, replaced) ?? []) changed.add(path);
  return Object.fromEntries([...changed].map((path) => [path, at(row, path)]));
}

/** What finds the rows that still hold names of people. */
export function holdingNames({ copies }: NamesInRows, names: ReadonlyMap<string, string>): object {
  const whose = { $in: [...names.keys()] };
  const none = { $nin: ['', null, ...new Set(names.values())] };
  return {
    $or: copies.map(({ list, id, name }) => {
      const has = { [id]: whose, [name]: none };
      return list === undefined ? has : { [list]: { $elemMatch: has } };
    }),
  };
}

/** The parts of a row that names are looked for in. */
export const partsWithNames = ({ copies }: NamesInRows): string[] => [
  ...new Set(copies.flatMap(({ list, id, name }) => (list === undefined ? [topOf(id), topOf(name)] : [topOf(list)]))),
];
