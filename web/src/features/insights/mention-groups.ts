import type { MentionRecord } from '../../evidence/evidence-api.js';

export interface MentionGroup {
  mentionId: string;
  /** Newest first. */
  records: readonly MentionRecord[];
  /** Latest source annotation; empty if it was deleted. */
  annotationId: string;
}

/** @param records newest first; the most recently recorded mention comes first */
export function groupsOf(records: readonly MentionRecord[]): MentionGroup[] {
  const groups = new Map<string, MentionRecord[]>();
  for (const record of records) {
    const { mention_id: id } = record;
    groups.set(id, [...(groups.get(id) ?? []), record]);
  }
  return [...groups].map(([mentionId, of]) => ({
    mentionId,
    records: of,
    annotationId: of[0]?.source_annotation_id ?? '',
  }));
}
