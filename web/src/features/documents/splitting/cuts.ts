/** Changes of the documents of a split: together they always have all pages, in order. */
import type { DocumentSplit } from '@symbio/client';

export type SplitPart = DocumentSplit['documents'][number];
type Parts = readonly SplitPart[];

/** Index of the document with this page. */
export const partAt = (parts: Parts, page: number): number =>
  Math.max(
    0,
    parts.findLastIndex(({ from_page: from }) => from <= page),
  );

export const beginsAt = (parts: Parts, page: number): boolean => parts.some(({ from_page: from }) => from === page);

/** A document begins at the page. */
export function splitBefore(parts: Parts, page: number): Parts {
  const index = partAt(parts, page);
  const part = parts[index];
  if (!part || page <= part.from_page || page > part.to_page) return parts;
  const added: SplitPart = {
    ...part,
    ...{ from_page: page, category: null, title: '', is_titled: false, year: null, address: null },
    ...{ years: [], no_coverage_years: [], confidence: 1, why: [] },
  };
  return parts.toSpliced(index, 1, { ...part, to_page: page - 1 }, added);
}

/** Joins the document to the one before it, which keeps its name and kind. */
export function mergeWithPrevious(parts: Parts, index: number): Parts {
  const [before, part] = [parts[index - 1], parts[index]];
  if (!before || !part) return parts;
  return parts.toSpliced(index - 1, 2, { ...before, to_page: part.to_page });
}

/** First and last page at which the document may begin; undefined for the first document. */
export function limitsOf(parts: Parts, index: number): { first: number; last: number } | undefined {
  const [before, part] = [parts[index - 1], parts[index]];
  return before && part && { first: before.from_page + 1, last: part.to_page };
}

/** Moves where a document begins, within its limits. */
export function moveBeginning(parts: Parts, index: number, page: number): Parts {
  const [before, part, limits] = [parts[index - 1], parts[index], limitsOf(parts, index)];
  if (!before || !part || !limits) return parts;
  const from = Math.min(limits.last, Math.max(limits.first, page));
  if (from === part.from_page) return parts;
  // its reasons are those of another page
  const moved: SplitPart = { ...part, from_page: from, confidence: 1, why: [] };
  return parts.toSpliced(index - 1, 2, { ...before, to_page: from - 1 }, moved);
}

export function describe(parts: Parts, index: number, changes: Partial<SplitPart>): Parts {
  const part = parts[index];
  return part ? parts.with(index, { ...part, ...changes }) : parts;
}

const REASONS: Readonly<Record<string, string>> = {
  first_page: 'First page',
  cover: 'Cover',
  outline: 'Bookmark',
  label: 'Page label',
  page_number: 'Page numbers restart',
  running_text: 'Header or footer changes',
  fonts: 'Other fonts',
  scan: 'Scan beside print',
  page_size: 'Other page size',
  kind: 'Other kind of pages',
  agent: 'Set by an agent',
};

/** Signs of a first page in words. */
export const reasonsText = ({ why }: Pick<SplitPart, 'why'>): string =>
  why.length === 0 ? 'Set by a person' : why.map((reason) => REASONS[reason] ?? reason).join(', ');

export const pagesText = ({ from_page: from, to_page: to }: Pick<SplitPart, 'from_page' | 'to_page'>): string =>
  from === to ? `page ${from}` : `pages ${from} to ${to}`;
