/** Lists as long as a screen is to be looked at with, made of the rows that the product answered. */

/** What every list of the API answers. */
export interface ListAnswer {
  data: unknown[];
  count?: number;
  page?: number;
  per_page?: number;
  total_pages?: number;
  next_cursor?: string | null;
  next?: number | null;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether an answer is a list of rows; names to choose from, as those of clients, are none. */
export const isList = (answer: unknown): answer is ListAnswer =>
  isObject(answer) && 'data' in answer && Array.isArray(answer.data) && answer.data.every(isObject);

/** Texts of a row that tell it from the others on the screen. */
const TITLES = ['title', 'filename', 'name', 'document_filename', 'content', 'narrative'] as const;

const idOf = (index: number): string => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;

/** The row again, as another one: its own id, and its place in the list behind its title. */
function copyOf(row: unknown, index: number): unknown {
  if (!isObject(row)) return row;
  const copy: Record<string, unknown> = { ...row };
  const key = 'id' in copy ? 'id' : 'user_id' in copy ? 'user_id' : undefined;
  if (key) copy[key] = idOf(index);
  // of the audit trail, of pages and of issues
  if (typeof copy.seq === 'number') copy.seq = 1_000_000 + index;
  if (typeof copy.page_number === 'number') copy.page_number = index + 1;
  if (typeof copy.key === 'string') copy.key = `SYM-${index + 1}`;
  for (const title of TITLES)
    if (typeof copy[title] === 'string' && copy[title] !== '') copy[title] = `${copy[title]} ${index + 1}`;
  return copy;
}

/** The address of the first page of a list: the others have no rows to make more of. */
export function firstPage(address: string): string {
  const url = new URL(address);
  if (url.searchParams.has('page')) url.searchParams.set('page', '1');
  for (const cursor of ['cursor', 'before']) url.searchParams.delete(cursor);
  return url.href;
}

/**
 * A list with so many rows in all: the rows there are come first, then copies of them. A list by pages has the page that was asked
 * for; one without pages has them all.
 *
 * @param answer of the first page
 * @param page and `perPage` as the address asks for them; undefined where it asks for all
 */
export function withRows(answer: ListAnswer, count: number, page?: number, perPage?: number): ListAnswer {
  const { data } = answer;
  const size = perPage ?? (page === undefined ? count : (answer.per_page ?? count));
  const first = ((page ?? 1) - 1) * size;
  // what has no row has nothing to make others of
  const length = data.length === 0 ? 0 : Math.max(0, Math.min(size, count - first));
  const rows = Array.from({ length }, (_, i) => {
    const index = first + i;
    return index < data.length && first === 0 ? data[index] : copyOf(data[index % data.length], index);
  });
  const total = data.length === 0 ? 0 : count;
  return {
    ...answer,
    data: rows,
    ...('page' in answer && { page: page ?? 1 }),
    ...('count' in answer && { count: total }),
    ...('total_pages' in answer && { total_pages: Math.max(1, Math.ceil(total / Math.max(1, size))) }),
    ...('per_page' in answer && { per_page: Math.max(1, size) }),
    ...('next_cursor' in answer && { next_cursor: null }),
    ...('next' in answer && { next: null }),
  };
}
