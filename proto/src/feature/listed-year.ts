/** The year of a listing, as the narrative of its proposal states it. Browser-safe: no protobuf. */

const SOURCES = {
  entry: 'as the line says',
  heading: 'by the heading above',
  head: "by the page's head",
  page: 'as read off the page',
  document: "by the document's name",
} as const;
export type ListedYearSource = keyof typeof SOURCES;

/** Of the listing itself: the others are years of its page, which people correct there. */
const OWN = [SOURCES.entry, SOURCES.heading, SOURCES.head];
const OWN_YEAR = new RegExp(String.raw`\bYear: (\d{4})(?:-\d+)? \((?:${OWN.join('|')})\)`);

/** `Year: 1931-32 (by the heading above).` @param year as printed */
export const listedYearText = (year: string, source: ListedYearSource): string => `Year: ${year} (${SOURCES[source]}).`;

/** The first of "1931-32"; undefined if the narrative states no year of its own. */
export function listedYearOf(narrative: string): number | undefined {
  const [, year] = OWN_YEAR.exec(narrative) ?? [];
  return year === undefined ? undefined : Number(year);
}
