/** Where a list of pages goes on: pages are listed by their numbers, so their cursors name one. */
import { invalidFields } from '@symbio/kit';

const CURSOR = /^page (\d{1,6})$/;

/** The cursor after a page, safe in addresses. */
export const pageCursor = (pageNumber: number): string => Buffer.from(`page ${pageNumber}`).toString('base64url');

/** The number of the page after which a list goes on. @throws AppError INVALID_ARGUMENT for a text that is no cursor */
export function afterPage(cursor: string): number {
  const number = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('utf8'))?.[1];
  if (number === undefined) throw invalidFields({ cursor: 'cursor must be the next_cursor of an earlier answer' });
  return Number(number);
}
