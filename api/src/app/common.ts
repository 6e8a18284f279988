import { z } from 'zod';
import { list, moment } from '../schemas/common.js';

/** List without cursors; returned whole unless `page` or `per_page` is given. */
export const plainList = <Item extends z.ZodType>(item: Item) => list(item).omit({ next_cursor: true });

export const stored = { created_at: moment.nullable(), updated_at: moment.nullable() };

/** Text that a rule checks, absent like empty. */
export const textOrEmpty = z.string().default('');

/** Response without a body. */
export const noContent = z.undefined();
