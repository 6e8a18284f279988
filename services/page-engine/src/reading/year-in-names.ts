import type { FileNames } from '../pdf/file-names.js';
import type { PageType } from './page-evidence.js';
import { PERIODS, YEAR, type NamedYearSource, type YearGuess } from './page-metadata.js';

export interface DocumentNames extends Pick<FileNames, 'bookmark' | 'sections' | 'label'> {
  fileName: string;
  title: string;
  pdfTitle?: string;
  pdfSubject?: string;
}

/**
 * A name states what its author thinks the sheets are. A bookmark refers to this page; a document name may not fit
 * every sheet; properties are often generated. Dates in properties are scan dates and ignored.
 */
const CONFIDENCE: Readonly<Record<NamedYearSource, number>> = {
  bookmark: 0.65,
  page_label: 0.55,
  section: 0.55,
  file_name: 0.5,
  title: 0.5,
  pdf_title: 0.45,
  pdf_subject: 0.4,
};

/** Later state of the same sheet: "1953, photorevised 1968" is the survey of 1953. */
const LATER_STATE = /(?:rev(?:ised|ision)?|corrected(?: to)?|upd(?:ated|ate)?|pr|reprint(?:ed)?)[\s._-]*$/i;
/** Date of scanning, ordering or sending. */
const COPY =
  /(?:scan(?:ned)?|download(?:ed)?|received|recd|ordered|order|printed|copyright|edr|report|inquiry)[\s._-]*$/i;
/** Number of something else. */
const NUMBERED = /(?<!\p{L})(?:sheet|page|plate|pg|p|no|nr|vol(?:ume)?|block|lot|order|project)[\s._#-]*$/iu;
/** Full date in a name: 2024-06-12. */
const DAY = /(?<!\d)(?:20\d\d[-_.]\d\d[-_.]\d\d|\d{1,2}[-_.]\d{1,2}[-_.]20\d\d)(?!\d)/g;

/** Sequence labels: P-1898 follows P-1897. */
const COUNTS = /^[^\p{L}\d]*\p{L}{0,2}[^\p{L}\d]*\d+[^\p{L}\d]*$/u;

/** Years of sheets whose kind is not known yet. */
const ANY_SHEET = [1850, 2100] as const;

/** Names of page and document, page-specific first. */
function namesIn(names: DocumentNames): (readonly [source: NamedYearSource, name: string])[] {
  const { bookmark = '', sections = [], label = '', fileName, title, pdfTitle = '', pdfSubject = '' } = names;
  return [
    ['bookmark', bookmark],
    ['page_label', COUNTS.test(label) ? '' : label],
    ...sections.map((section) => ['section', section] as const),
    ['file_name', fileName],
    ['title', title],
    ['pdf_title', pdfTitle],
    ['pdf_subject', pdfSubject],
  ];
}

/**
 * Single plausible year for this page type in the most specific name; undefined if absent, ambiguous (an atlas of
 * several editions) or if the page is no sheet.
 */
export function namedYear(
  names: DocumentNames,
  type: PageType,
  latestYear = new Date().getUTCFullYear(),
): YearGuess | undefined {
  const period = type === 'text' ? undefined : (PERIODS[type] ?? ANY_SHEET);
  if (!period) return undefined;
  const [first, last] = [period[0], Math.min(period[1], latestYear)];
  for (const [source, name] of namesIn(names)) {
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
    return [LATER_STATE, COPY, NUMBERED].some((words) => words.test(before)) ? [] : [Number(match[0])];
  });
}
