import type { z } from 'zod';
import { invalidFields } from './errors.js';

/** A field's name as callers write it. */
const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Checks an input against a schema whose keys are in camelCase.
 * @throws AppError INVALID_ARGUMENT that names every bad field at once, in snake_case, each with its first problem.
 */
export function parseFields<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const { path, message } of result.error.issues) fields[snakeCase(String(path[0] ?? ''))] ??= message;
  throw invalidFields(fields);
}

/**
 * A change of a row, or undefined when the row is so already: such a write is no write, and is not published. For values
 * that JSON tells apart: texts, numbers, flags, moments, lists and parts of them; undefined stands for no value.
 */
export function newValues<Row extends object>(row: Row, change: Partial<Row>): Partial<Row> | undefined {
  const names = Object.keys(change) as (keyof Row)[];
  return names.some((name) => JSON.stringify(change[name]) !== JSON.stringify(row[name])) ? change : undefined;
}

/** A calendar date without time, YYYY-MM-DD, that exists. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** A time of day, HH:MM from 00:00 to 23:59. */
export const isTimeOfDay = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
