import { invalidFields } from '@symbio/runtime';

const CURSOR = /^page (\d{1,6})$/;

export const pageCursor = (pageNumber: number): string => Buffer.from(`page ${pageNumber}`).toString('base64url');

/** @throws AppError INVALID_ARGUMENT */
export function afterPage(cursor: string): number {
  const number = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('utf8'))?.[1];
  if (number === undefined) throw invalidFields({ cursor: 'cursor must be the next_cursor of an earlier answer' });
  return Number(number);
}
