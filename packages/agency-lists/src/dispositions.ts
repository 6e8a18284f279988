/** Whether the reasons of a decision about a record suffice. */
import { listKind } from './lists.js';
import type { OnProperty } from './search.js';

/** One of them must accompany a closed status (E1527-21, 8.2.3). */
const BESIDE_STATUS = new Set(['document', 'controls', 'distance', 'gradient', 'media', 'file_reviewed', 'duplicate']);
/** Words of a status, which alone give no reason. */
const STATUS_WORDS = new Set(
  'a an the this site case file facility record release status is was has been closed close closure inactive completed complete database only no further action nfa required regulatory'.split(
    ' ',
  ),
);

export const CLOSED_ALONE = 'Closed alone is no reason. Add the document, the distance or what remains in the ground.';
export const FILE_REVIEW_NEEDED =
  'This site is on or next to the property. Ask the agency for its file, or write why that is not needed.';

export interface JudgedHit {
  list: string;
  onProperty: OnProperty | '';
  /** As decided by a person, else as suggested. */
  isAdjoining: boolean;
}

export interface Judgement {
  kind: string;
  codes: readonly string[];
  text: string;
}

/** On the property, perhaps on it, or adjoining. */
export const isClose = ({ onProperty, isAdjoining }: JudgedHit): boolean =>
  onProperty === 'on' || onProperty === 'perhaps' || isAdjoining;

export const isOfReleases = ({ list }: Pick<JudgedHit, 'list'>): boolean => listKind(list)?.hasReleases ?? false;

/** Whether a text says more than a status. */
export const isWrittenReason = (text: string): boolean =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some((word) => word !== '' && !STATUS_WORDS.has(word));

/** The sentence that refuses a decision; undefined if its reasons suffice. */
export function problemOfJudgement(hit: JudgedHit, { kind, codes, text }: Judgement): string | undefined {
  if (kind !== 'not_relevant') return undefined;
  const isWritten = isWrittenReason(text);
  if (codes.length === 0 && text.trim() === '') return 'Give a reason why the record is not relevant.';
  if (codes.includes('status') && !codes.some((code) => BESIDE_STATUS.has(code))) return CLOSED_ALONE;
  if (codes.length === 0 && !isWritten) return CLOSED_ALONE;
  if (codes.includes('gradient') && !isWritten)
    return 'Write which flow direction the gradient follows, and its source.';
  if (isClose(hit) && isOfReleases(hit) && !codes.includes('file_reviewed') && !isWritten) return FILE_REVIEW_NEEDED;
  return undefined;
}
