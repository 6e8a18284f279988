import { cleanLine, refuseFields } from '@symbio/runtime';
import { writtenValue } from '@symbio/page-engine/reading';
import { categoryLabel } from '@symbio/page-engine/classification';
import type { Proposal } from '@symbio/page-engine/splitting';
import type { SplitCut } from '@symbio/proto/document';
import { isDocumentCategory } from '@symbio/proto/document/vocabulary';
import { MAX_SPLIT_DOCUMENTS } from '@symbio/proto/limits';
import { yearsWithin } from '@symbio/splitter';
import type { SplitRange, SplitRow } from './model.js';

/** UTF-8: with the extension, the name of a file has at most 255. */
const MAX_TITLE_BYTES = 250;
const MAX_ADDRESS = 200;

type Years = SplitRow['years'];

type Described = Pick<SplitRange, 'from' | 'to' | 'category' | 'year' | 'address'>;

/** Such as "Sanborn Maps, 1894–1950". */
function titleOfRange({ from, to, category, year, address }: Described, years: Years): string {
  const found = year ? [year] : yearsWithin(years, from, to).years;
  return [titleByYears({ from, to, category }, found), ...(address ? [address] : [])].join(', ');
}

function titleByYears({ from, to, category }: Described, years: readonly number[]): string {
  const [first, last] = [years[0], years.at(-1)];
  const label = category ? categoryLabel(category) : 'Document';
  if (first === undefined) return from === to ? `${label}, page ${from}` : `${label}, pages ${from}–${to}`;
  return `${label}, ${first === last ? first : `${first}–${last}`}`;
}

export const rangesOf = ({ documents, years }: Proposal): SplitRange[] =>
  documents.map(({ from, to, kind, confidence, why }) => {
    const category = kind === 'unknown' ? undefined : kind;
    const range = { from, to, ...(category && { category }) };
    return { ...range, confidence, why, title: titleOfRange(range, years) };
  });

/**
 * Ranges that begin at pages chosen by a person. Where one begins as before, its confidence and reasons stay.
 *
 * @param signs reasons of new beginnings; none: a person set them
 * @throws AppError naming the bad field
 */
export function rangesFrom(
  cuts: readonly SplitCut[],
  { pageCount, ranges, years }: SplitRow,
  signs: readonly string[] = [],
): SplitRange[] {
  refuseFields(problemsOf(cuts, pageCount));
  const changed = cuts.map(({ fromPage: from, category, title, year, ...cut }, index) => {
    const to = (cuts[index + 1]?.fromPage ?? pageCount + 1) - 1;
    const before = ranges.find((range) => range.from === from);
    const address = cleanLine(cut.address).trim();
    const range = {
      ...{ from, to, ...(isDocumentCategory(category) && { category }) },
      ...(year && { year }),
      ...(address && { address }),
    };
    const given = cleanLine(title).trim();
    return {
      ...{ ...range, confidence: before?.confidence ?? 1, why: before?.why ?? [...signs] },
      ...(given ? { title: given, isTitled: true } : { title: titleOfRange(range, years) }),
    };
  });
  const long = changed.find(({ title }) => Buffer.byteLength(title) > MAX_TITLE_BYTES);
  if (long) refuseFields({ documents: `Shorten the title that begins with “${long.title.slice(0, 40)}”` });
  return changed;
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
  const latest = new Date().getUTCFullYear() + 1;
  const years = cuts.map(({ year }) => (year ? writtenValue('year', String(year), latest) : undefined));
  const problem = years.find((written) => written && 'problem' in written);
  if (problem && 'problem' in problem) return { documents: problem.problem };
  if (cuts.some(({ address }) => address.length > MAX_ADDRESS))
    return { documents: `An address must have at most ${MAX_ADDRESS} characters` };
  return {};
}
