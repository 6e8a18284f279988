import { authorOf, type Annotation } from './annotation-records.js';
import type { DocumentPage } from './page-records.js';

export interface Cited {
  title: string | null;
  page: Pick<DocumentPage, 'page_number' | 'metadata' | 'title_block'> | undefined;
  annotation: Pick<Annotation, 'author_name' | 'author_type'> | undefined;
}

/** Equal texts share one. */
export interface Footnote {
  number: number;
  text: string;
}

const YEARS = /\b(?:1[6-9]|20)\d\d\b/g;

/** Most titles say their year; those of several editions say more than one. */
function isYearOf(title: string | null, year: number): boolean {
  const years = title?.match(YEARS) ?? [];
  return years.length > 0 && years.every((each) => Number(each) === year);
}

/** `Fire insurance maps, 1887, sheet 12, page 4. Marked by Ada Marsh.` */
export function citationText({ title, page, annotation }: Cited): string {
  const sheet = page?.title_block?.sheet_number?.value;
  const year = page?.metadata?.year;
  const source = [
    title ?? 'A source that was deleted',
    year && !isYearOf(title, year) ? String(year) : null,
    sheet ? `sheet ${sheet}` : null,
    page ? `page ${page.page_number}` : null,
  ];
  const author = annotation ? ` Marked by ${authorOf(annotation)}.` : '';
  return `${source.filter(Boolean).join(', ')}.${author}`;
}

/** Numbered from 1 in order of first use, and the number of each citation. */
export function footnotesOf(cited: readonly Cited[]): { footnotes: Footnote[]; numbers: number[] } {
  const byText = new Map<string, number>();
  const numbers = cited.map((each) => {
    const text = citationText(each);
    const number = byText.get(text) ?? byText.size + 1;
    byText.set(text, number);
    return number;
  });
  return { footnotes: [...byText].map(([text, number]) => ({ number, text })), numbers };
}
