import { NO_VALUE } from '../../lib/ui/formats.js';
import { authorName } from '../../evidence/authors.js';
import type { MentionRecord } from '../../evidence/evidence-api.js';
import { confidenceText } from '../../components/confidence.js';

function changesBetween(before: MentionRecord, after: MentionRecord): string[] {
  const changes: string[] = [];
  const confidence = (value: number | null) => (value === null ? NO_VALUE : confidenceText(value));
  if (before.confidence !== after.confidence)
    changes.push(`confidence ${confidence(before.confidence)} to ${confidence(after.confidence)}`);
  if (before.use_type !== after.use_type)
    changes.push(`use type ${before.use_type ?? NO_VALUE} to ${after.use_type ?? NO_VALUE}`);
  if (before.narrative !== after.narrative) changes.push('narrative');
  return changes;
}

/** The list is newest first. */
function previousOf(records: readonly MentionRecord[], record: MentionRecord): MentionRecord | null {
  return (
    records.slice(records.indexOf(record) + 1).find(({ mention_id: mentionId }) => mentionId === record.mention_id) ??
    null
  );
}

/** Otherwise a rejection repeats the narrative of the rejected record. */
const hasReason = ({ narrative }: MentionRecord, before: MentionRecord | null): boolean =>
  narrative !== null && before !== null && narrative !== before.narrative;

/** A rejection does not repeat the rejected record's narrative. */
export function recordText(record: MentionRecord, records: readonly MentionRecord[]): string | null {
  if (record.status !== 'rejected') return record.narrative;
  return hasReason(record, previousOf(records, record)) ? record.narrative : null;
}

/**
 * Difference from the previous record. A mention whose earlier records belong to another feature was moved here,
 * manually or by a merge.
 * @param records displayed records, newest first
 * @param startedAt creation time of the mention, if known
 */
export function reasonOf(record: MentionRecord, records: readonly MentionRecord[], startedAt?: string): string {
  const before = previousOf(records, record);
  if (record.status === 'rejected') return hasReason(record, before) ? 'Rejected for this reason' : 'Rejected as wrong';
  if (!before) {
    const isFirst = startedAt === undefined || record.created_at <= startedAt;
    if (!isFirst) return 'Moved here from elsewhere';
    return record.author?.author_type === 'ai_agent' ? 'Proposed by an agent' : 'First record';
  }
  const isConfirmed = before.author?.author_type === 'ai_agent' && record.author?.author_type === 'human';
  const isMoved = before.feature_of_interest_id !== record.feature_of_interest_id;
  const changes = changesBetween(before, record);
  if (isMoved)
    changes.unshift(record.feature_of_interest_id === null ? 'unlinked from its feature' : 'another feature');
  if (before.status === 'rejected') return ['Reopened', ...changes].join('; ');
  if (isConfirmed) {
    const isSure = record.use_type === 'confirmed';
    return [isSure ? 'Confirmed an agent’s proposal' : 'Accepted an agent’s proposal', ...changes].join('; ');
  }
  return changes.length === 0 ? 'Repeated without changes' : `Changed: ${changes.join('; ')}`;
}

/** The next record of its mention, or a person; null while active. */
export function endOf(record: MentionRecord, records: readonly MentionRecord[]): string | null {
  if (record.status !== 'superseded') return null;
  const next = records
    .slice(0, records.indexOf(record))
    .findLast(({ mention_id: mentionId }) => mentionId === record.mention_id);
  if (!next) return 'Superseded';
  return next.status === 'rejected'
    ? `Rejected by ${authorName(next.author)}`
    : `Replaced by ${authorName(next.author)}`;
}
