/** Copy of a person's name in a row, with the path of their id. */
export interface NameCopy {
  /** Path of the list whose elements contain both, possibly nested in another list; absent: the row itself. */
  list?: string;
  /** Path of the user or author id, relative to row or element. */
  id: string;
  name: string;
}

export interface Replaced {
  old: string;
  now: string;
}

export interface NamesInRows<Row = never> {
  copies: readonly NameCopy[];
  /** Keeps the revision, where readers would take a new one for a user's change. Such rows have no names in lists. */
  keepsRev?: true;
  /** Updates values derived from the names in place. @returns changed paths */
  also?: (row: Row, replaced: readonly Replaced[]) => readonly string[];
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

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

const topOf = (path: string): string => path.split('.', 1)[0] ?? path;

/**
 * Replaces names in a freshly read row, in place.
 *
 * @param nameOf replacement by user or author id; undefined for others
 * @returns fields to set by path; undefined without matches
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
      // skip absent names
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

/** Query for rows that still contain names. */
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

/** Row fields to project when searching for names. */
export const partsWithNames = ({ copies }: NamesInRows): string[] => [
  ...new Set(copies.flatMap(({ list, id, name }) => (list === undefined ? [topOf(id), topOf(name)] : [topOf(list)]))),
];
