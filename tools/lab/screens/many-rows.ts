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

/** Whether an answer is a list of rows, and not of names to choose from. */
export const isList = (answer: unknown): answer is ListAnswer =>
  isObject(answer) && 'data' in answer && Array.isArray(answer.data) && answer.data.every(isObject);

const TITLES = ['title', 'filename', 'name', 'document_filename', 'content', 'narrative'] as const;

const idOf = (index: number): string => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;

/** Gives a new id, and its index to the title. */
function copyOf(row: unknown, index: number): unknown {
  if (!isObject(row)) return row;
  const copy: Record<string, unknown> = { ...row };
  const key = 'id' in copy ? 'id' : 'user_id' in copy ? 'user_id' : undefined;
  if (key) copy[key] = idOf(index);
  if (typeof copy.seq === 'number') copy.seq = 1_000_000 + index;
  if (typeof copy.page_number === 'number') copy.page_number = index + 1;
  if (typeof copy.key === 'string') copy.key = `SYM-${index + 1}`;
  for (const title of TITLES)
    if (typeof copy[title] === 'string' && copy[title] !== '') copy[title] = `${copy[title]} ${index + 1}`;
  return copy;
}

/** Address of the first page of a list: other pages may have no rows to copy. */
export function firstPage(address: string): string {
  const url = new URL(address);
  if (url.searchParams.has('page')) url.searchParams.set('page', '1');
  for (const cursor of ['cursor', 'before']) url.searchParams.delete(cursor);
  return url.href;
}

/**
 * List with `count` rows: the existing rows first, then copies. A paged list gets the requested page.
 * @param page and `perPage` from the address; undefined for a list without pages
 */
export function withRows(answer: ListAnswer, count: number, page?: number, perPage?: number): ListAnswer {
  const { data } = answer;
  const size = perPage ?? (page === undefined ? count : (answer.per_page ?? count));
  const first = ((page ?? 1) - 1) * size;
  // an empty list has no row to copy
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
