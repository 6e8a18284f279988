import { PERIODS, type PageType, type YearGuess } from './page-metadata.js';

/** What people call a document. */
export interface DocumentNames {
  fileName: string;
  title: string;
}

/** A name says what its giver thinks the sheets are; a single sheet of several may be another edition. */
const CONFIDENCE = { file_name: 0.5, title: 0.5 } as const;

const YEAR = /(?<!\d)(?:1[789]\d\d|20\d\d)(?!\d)/g;
/** A later state of the same sheet: "1953, photorevised 1968" is the survey of 1953. */
const LATER_STATE = /(?:rev(?:ised|ision)?|corrected(?: to)?|upd(?:ated|ate)?|pr|reprint(?:ed)?)[\s._-]*$/i;
/** When somebody scanned, ordered or sent the file. */
const COPY =
  /(?:scan(?:ned)?|download(?:ed)?|received|recd|ordered|order|printed|copyright|edr|report|inquiry)[\s._-]*$/i;
/** The day that some programs put before or after a name: 2024-06-12. */
const DAY = /(?<!\d)(?:20\d\d[-_.]\d\d[-_.]\d\d|\d{1,2}[-_.]\d{1,2}[-_.]20\d\d)(?!\d)/g;

/**
 * The one year of a document's names that a sheet of this type can have; undefined without one, with several (an
 * atlas of all editions says nothing about a single sheet), and for pages that are no sheets.
 */
export function namedYear(
  { fileName, title }: DocumentNames,
  type: PageType,
  latestYear = new Date().getUTCFullYear(),
): YearGuess | undefined {
  const period = PERIODS[type];
  if (!period) return undefined;
  const [first, last] = [period[0], Math.min(period[1], latestYear)];
  for (const [source, name] of [
    ['file_name', fileName],
    ['title', title],
  ] as const) {
    const years = yearsIn(name).filter((year) => year >= first && year <= last);
    const [value, ...others] = [...new Set(years)];
    if (others.length > 0) return undefined;
    if (value !== undefined) return { value, source, confidence: CONFIDENCE[source] };
  }
  return undefined;
}

function yearsIn(name: string): number[] {
  const plain = name.replace(DAY, ' ');
  return [...plain.matchAll(YEAR)].flatMap((match) => {
    const before = plain.slice(0, match.index);
    return LATER_STATE.test(before) || COPY.test(before) ? [] : [Number(match[0])];
  });
}
