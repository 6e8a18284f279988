import type { z } from 'zod';
import { invalidFields } from './errors.js';

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Validates an input against a schema with camelCase keys.
 * @throws AppError INVALID_ARGUMENT in snake_case with its first problem
 */
export function parseFields<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const { path, message } of result.error.issues) fields[snakeCase(String(path[0] ?? ''))] ??= message;
  throw invalidFields(fields);
}

/**
 * Changed values, or undefined if none differ: then nothing is written or published. Values are compared as JSON:
 * strings, numbers, booleans, dates, lists and nested objects; undefined means no value.
 */
export function newValues<Row extends object>(row: Row, change: Partial<Row>): Partial<Row> | undefined {
  const names = Object.keys(change) as (keyof Row)[];
  return names.some((name) => JSON.stringify(change[name]) !== JSON.stringify(row[name])) ? change : undefined;
}

/** Whether a text is an existing calendar date, YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Whether a text is HH:MM from 00:00 to 23:59. */
export const isTimeOfDay = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
