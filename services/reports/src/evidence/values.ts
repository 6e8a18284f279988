/** Values as locked evidence has them. */

/** Six places: RFC 8785 writes longer fractions differently in other languages. */
export const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Of longitudes and latitudes in turn. */
export const positionsOf = (degrees: readonly number[]): [number, number][] =>
  Array.from({ length: degrees.length / 2 }, (_, at) => [
    rounded(degrees[2 * at] ?? 0),
    rounded(degrees[2 * at + 1] ?? 0),
  ]);

/** Empty text counts as absent. */
export const given = (text: string | undefined): string | undefined => text || undefined;

export const isoOf = (at: Date | undefined): string => at?.toISOString() ?? '';

/** YYYY-MM-DD in UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** By one text each, then by id. */
export const ordered = <T extends { id: string }>(rows: readonly T[], keyOf: (row: T) => string): T[] =>
  [...rows].sort((one, other) => {
    const [a, b] = [`${keyOf(one)}\n${one.id}`, `${keyOf(other)}\n${other.id}`];
    return a < b ? -1 : a > b ? 1 : 0;
  });
