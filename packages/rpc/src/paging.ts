import { DEFAULT_PER_PAGE, MAX_ROWS } from '@symbio/proto/limits';
import { invalidFields } from '@symbio/runtime';

/** Requested page; undefined: the whole list. */
export type Paging = { page: number; perPage: number; cursor?: string | undefined } | undefined;

/** Position of a row in a list sorted by time and id. */
export interface Position {
  at: Date;
  id: string;
}

export interface PageSpec {
  /** From 1. */
  page: number;
  perPage: number;
  skip: number;
  /** Only rows after this one; `skip` is 0 then. */
  after?: Position;
}

/** Encodes a position as an opaque, URL-safe text. */
export const cursorOf = ({ at, id }: Position): string =>
  Buffer.from(`${at.toISOString()} ${id}`).toString('base64url');

/** @throws AppError INVALID_ARGUMENT for an invalid cursor */
function positionOf(cursor: string): Position {
  const [moment = '', id = '', ...more] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const at = new Date(moment);
  if (Number.isNaN(at.getTime()) || id === '' || more.length > 0)
    throw invalidFields({ cursor: 'cursor must be the next_cursor of an earlier answer' });
  return { at, id };
}

/** Applies defaults and bounds. @throws AppError INVALID_ARGUMENT for an invalid cursor */
export function pageSpec(paging: Paging): PageSpec {
  const perPage = Math.min(MAX_ROWS, Math.max(1, Math.trunc(paging?.perPage || DEFAULT_PER_PAGE)));
  if (paging?.cursor) return { page: 1, perPage, skip: 0, after: positionOf(paging.cursor) };
  const page = Math.max(1, Math.trunc(paging?.page || 1));
  return { page, perPage, skip: (page - 1) * perPage };
}

export const pageInfo = ({ page, perPage }: PageSpec, count: number, nextCursor?: string) => ({
  page,
  perPage,
  totalPages: Math.ceil(count / perPage),
  count,
  ...(nextCursor !== undefined && { nextCursor }),
});

/** MongoDB filter for rows after a position in a list sorted by `field` and `_id`. */
export function afterPosition(field: string, direction: 'oldest first' | 'newest first', after: Position | undefined) {
  if (!after) return {};
  const beyond = direction === 'oldest first' ? '$gt' : '$lt';
  return { $or: [{ [field]: { [beyond]: after.at } }, { [field]: after.at, _id: { [beyond]: after.id } }] };
}

export interface PagedList<T> {
  rows: T[];
  /** Undefined if the whole list was requested. */
  pageInfo: ReturnType<typeof pageInfo> | undefined;
}

/**
 * A page and the total count; the whole list without a count if no page is requested.
 * @param positionOfRow position of a row; absent for lists without cursors
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

/** Reads a list with cursors to its end. @param read one page of it */
export async function everyPage<Answer extends { pageInfo?: { nextCursor?: string | undefined } | undefined }>(
  read: (paging: { page: number; perPage: number; cursor: string }) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; cursor = answers.at(-1)?.pageInfo?.nextCursor)
    answers.push(await read({ page: 1, perPage: MAX_ROWS, cursor }));
  return answers;
}

export const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
