import { MAX_RADIUS_NAME, MAX_SEARCH_MILES } from '@symbio/proto/limits';
import type { SearchRadius } from '../../../evidence/boundary-api.js';

export interface RadiusRow {
  key: number;
  name: string;
  miles: string;
}

export interface RadiusErrors {
  name?: string;
  miles?: string;
}

export const rowsOf = (radii: readonly SearchRadius[]): RadiusRow[] =>
  radii.map(({ name, miles }, key) => ({ key, name, miles: String(miles) }));

const milesOf = (text: string): number => (/^\d*\.?\d+$/.test(text.trim()) ? Number(text) : NaN);

/** By the key of the row. */
export function errorsOf(rows: readonly RadiusRow[]): Record<number, RadiusErrors> {
  const names = rows.map(({ name }) => name.trim().toLowerCase());
  const found = rows.map(({ key, name, miles }, at): [number, RadiusErrors] => {
    const distance = milesOf(miles);
    const nameError =
      name.trim() === ''
        ? 'Name is required'
        : names.indexOf(names[at] ?? '') < at
          ? 'This name is used above'
          : name.trim().length > MAX_RADIUS_NAME
            ? `At most ${MAX_RADIUS_NAME} characters`
            : undefined;
    return [
      key,
      {
        ...(nameError !== undefined && { name: nameError }),
        ...(!(distance > 0 && distance <= MAX_SEARCH_MILES) && { miles: `More than 0, at most ${MAX_SEARCH_MILES}` }),
      },
    ];
  });
  return Object.fromEntries(found.filter(([, errors]) => Object.keys(errors).length > 0));
}

export const radiiOf = (rows: readonly RadiusRow[]): SearchRadius[] =>
  rows.map(({ name, miles }) => ({ name: name.trim(), miles: milesOf(miles) }));
