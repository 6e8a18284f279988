/** Of `111`, `111A` or, as in Queens, `111-20` (11120); 0 without one. */
export function houseNumber(text: string): number {
  const [, first = '', second = ''] = /^(\d{1,6})(?:-(\d{1,3}))?\s?[A-Z]?$/i.exec(text.trim()) ?? [];
  return Number(first + (second && second.padStart(2, '0'))) || 0;
}
