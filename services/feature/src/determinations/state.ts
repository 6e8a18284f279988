import type { DeterminationStatus } from '@symbio/proto/feature/vocabulary';
import type { FeatureRow, HistoryRecord, MentionRow } from '../model.js';
import type { DeterminationRow } from './model.js';

export interface DeterminationView {
  row: DeterminationRow;
  status: DeterminationStatus;
  stale: boolean;
}

const saysTheSame = (one: HistoryRecord, other: HistoryRecord): boolean =>
  one.featureId === other.featureId &&
  one.sourceAnnotationId === other.sourceAnnotationId &&
  one.narrative === other.narrative &&
  one.confidence === other.confidence &&
  one.useType === other.useType;

/** Whether the mention still says what its record says, from a source that still exists. */
function holds(recordId: string, { featureId }: DeterminationRow, mentions: readonly MentionRow[]): boolean {
  const mention = mentions.find(({ history }) => history.some(({ id }) => id === recordId));
  const record = mention?.history.find(({ id }) => id === recordId);
  if (!mention?.current || !record || mention.featureId !== featureId) return false;
  const hasSource = mention.sourceAnnotationId !== '' || record.sourceAnnotationId === '';
  return hasSource && saysTheSame(record, mention.current);
}

const wasMergedSince = ({ merges = [] }: FeatureRow, { createdAt }: DeterminationRow): boolean =>
  merges.some(({ at, undoneAt }) => !undoneAt && at >= createdAt);

/**
 * Status of each determination. Those of a merged feature are history of the kept one.
 * @param rows all of the features that they belong to, newest first
 * @param mentions all that have a cited record
 */
export function statesOf(
  rows: readonly DeterminationRow[],
  features: readonly FeatureRow[],
  mentions: readonly MentionRow[],
): DeterminationView[] {
  const newest = newestOf(rows);
  return rows.flatMap((row): DeterminationView[] => {
    const feature = features.find(({ _id }) => _id === row.featureId);
    // deleted a moment ago
    if (!feature) return [];
    if (row.withdrawal) return [{ row, status: 'withdrawn', stale: false }];
    if (newest.get(row.featureId) !== row) return [{ row, status: 'superseded', stale: false }];
    const stale = wasMergedSince(feature, row) || !row.evidence.every((id) => holds(id, row, mentions));
    return [{ row, status: 'active', stale }];
  });
}

/** By feature, without those that a merge moved here. */
export function newestOf(rows: readonly DeterminationRow[]): Map<string, DeterminationRow> {
  const newest = new Map<string, DeterminationRow>();
  for (const row of rows) if (!row.moves?.length && !newest.has(row.featureId)) newest.set(row.featureId, row);
  return newest;
}
