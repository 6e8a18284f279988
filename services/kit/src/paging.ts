import { DEFAULT_PER_PAGE, MAX_ROWS } from '@symbio/proto/limits';
import { invalidFields } from './errors.js';

/** The slice that a caller asks for; undefined: all of the list. */
export type Paging = { page: number; perPage: number; cursor?: string | undefined } | undefined;

/** Where a row stands in a list that is sorted by a moment and, for equal moments, by id. */
export interface Position {
  at: Date;
  id: string;
}

export interface PageSpec {
  /** From 1. */
  page: number;
  perPage: number;
  skip: number;
  /** Only rows that come after this one; `skip` is 0 then. */
  after?: Position;
}

/** A position as an opaque text, safe in addresses. */
export const cursorOf = ({ at, id }: Position): string =>
  Buffer.from(`${at.toISOString()} ${id}`).toString('base64url');

/** @throws AppError INVALID_ARGUMENT for a text that cursorOf never made */
function positionOf(cursor: string): Position {
  const [moment = '', id = '', ...more] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const at = new Date(moment);
  if (Number.isNaN(at.getTime()) || id === '' || more.length > 0)
    throw invalidFields({ cursor: 'cursor must be the next_cursor of an earlier answer' });
  return { at, id };
}

/** A list's slice with defaults filled in and bounds kept. @throws AppError INVALID_ARGUMENT for a bad cursor */
export function pageSpec(paging: Paging): PageSpec {
  const perPage = Math.min(MAX_ROWS, Math.max(1, Math.trunc(paging?.perPage || DEFAULT_PER_PAGE)));
  if (paging?.cursor) return { page: 1, perPage, skip: 0, after: positionOf(paging.cursor) };
  const page = Math.max(1, Math.trunc(paging?.page || 1));
  return { page, perPage, skip: (page - 1) * perPage };
}

/** What the answer says about its slice. */
export const pageInfo = ({ page, perPage }: PageSpec, count: number, nextCursor?: string) => ({
  page,
  perPage,
  totalPages: Math.ceil(count / perPage),
  count,
  ...(nextCursor !== undefined && { nextCursor }),
});

/** Which rows of a list sorted by `field` and `_id` come after a position, as a part of a MongoDB query. */
export function afterPosition(field: string, direction: 'oldest first' | 'newest first', after: Position | undefined) {
  if (!after) return {};
  const beyond = direction === 'oldest first' ? '$gt' : '$lt';
  return { $or: [{ [field]: { [beyond]: after.at } }, { [field]: after.at, _id: { [beyond]: after.id } }] };
}

export interface PagedList<T> {
  rows: T[];
  /** Undefined where all of the list was asked for. */
  pageInfo: ReturnType<typeof pageInfo> | undefined;
}

/**
 * A slice of a list and how much there is in all; where no slice is asked for, all of it, and nothing is counted.
 * @param positionOfRow where a row stands; absent for lists that know no cursors
 */
export async function pagedList<T>(
  paging: Paging,
  list: (slice: PageSpec | undefined) => Promise<T[]>,
  count: () => Promise<number>,
  positionOfRow?: (row: T) => Position,
): Promise<PagedList<T>> {
  if (!paging) return { rows: await list(undefined), pageInfo: undefined };
  const slice = pageSpec(paging);
  const [rows, total] = await Promise.all([list(slice), count()]);
  const last = rows.at(-1);
  const hasMore = slice.after ? rows.length === slice.perPage : slice.skip + rows.length < total;
  const nextCursor = last && positionOfRow && hasMore ? cursorOf(positionOfRow(last)) : undefined;
  return { rows, pageInfo: pageInfo(slice, total, nextCursor) };
}

/** A text as a pattern that matches it literally. */
export const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
