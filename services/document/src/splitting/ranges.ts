import { cleanLine, refuseFields } from '@symbio/runtime';
import { categoryLabel } from '@symbio/page-engine/classification';
import type { Proposal } from '@symbio/page-engine/splitting';
import type { SplitCut } from '@symbio/proto/document';
import { isDocumentCategory, type DocumentCategory } from '@symbio/proto/document/vocabulary';
import { MAX_SPLIT_DOCUMENTS } from '@symbio/proto/limits';
import { yearsWithin } from '@symbio/splitter';
import type { SplitRange, SplitRow } from './model.js';

/** UTF-8: with the extension, the name of a file has at most 255. */
const MAX_TITLE_BYTES = 250;

type Years = SplitRow['years'];

/** Such as "Sanborn Maps, 1894–1950". */
export function titleOfRange(category: DocumentCategory | undefined, years: Years, from: number, to: number): string {
  const { years: found } = yearsWithin(years, from, to);
  const [first, last] = [found[0], found.at(-1)];
  const label = category ? categoryLabel(category) : 'Document';
  if (first === undefined) return from === to ? `${label}, page ${from}` : `${label}, pages ${from}–${to}`;
  return `${label}, ${first === last ? first : `${first}–${last}`}`;
}

export const rangesOf = ({ documents, years }: Proposal): SplitRange[] =>
  documents.map(({ from, to, kind, confidence, why }) => {
    const category = kind === 'unknown' ? undefined : kind;
    return {
      ...{ from, to, confidence, why, title: titleOfRange(category, years, from, to) },
      ...(category && { category }),
    };
  });

/**
 * Ranges that begin at pages chosen by a person. Where one begins as before, its confidence and reasons stay.
 *
 * @throws AppError naming the bad field
 */
export function rangesFrom(cuts: readonly SplitCut[], { pageCount, ranges, years }: SplitRow): SplitRange[] {
  refuseFields(problemsOf(cuts, pageCount));
  return cuts.map(({ fromPage: from, category, title }, index) => {
    const to = (cuts[index + 1]?.fromPage ?? pageCount + 1) - 1;
    const before = ranges.find((range) => range.from === from);
    const chosen = isDocumentCategory(category) ? category : undefined;
    return {
      ...{ from, to, confidence: before?.confidence ?? 1, why: before?.why ?? [] },
      title: cleanLine(title).trim() || titleOfRange(chosen, years, from, to),
      ...(chosen && { category: chosen }),
    };
  });
}

function problemsOf(cuts: readonly SplitCut[], pageCount: number): Record<string, string> {
  if (cuts.length === 0) return { documents: 'Give at least one document' };
  if (cuts.length > MAX_SPLIT_DOCUMENTS)
    return { documents: `A PDF can be split into at most ${MAX_SPLIT_DOCUMENTS} documents` };
  if (cuts[0]?.fromPage !== 1) return { documents: 'The first document must begin at page 1' };
  const isInOrder = cuts.every(({ fromPage }, index) => index === 0 || fromPage > (cuts[index - 1]?.fromPage ?? 0));
  if (!isInOrder) return { documents: 'Each document must begin after the one before' };
  if ((cuts.at(-1)?.fromPage ?? 0) > pageCount) return { documents: `The PDF has ${pageCount} pages only` };
  const unknown = cuts.find(({ category }) => category !== '' && !isDocumentCategory(category));
  if (unknown) return { documents: `There is no category ${unknown.category}` };
  const long = cuts.find(({ title }) => Buffer.byteLength(title) > MAX_TITLE_BYTES);
  if (long) return { documents: `Shorten the title that begins with “${long.title.slice(0, 40)}”` };
  return {};
}
