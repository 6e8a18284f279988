/** Whether an update changes any field; values are plain data. */
export function differs(set: object, row: object): boolean {
  const now = row as Record<string, unknown>;
  return Object.entries(set).some(([key, value]) => JSON.stringify(value) !== JSON.stringify(now[key]));
}
