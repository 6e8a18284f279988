import { createRecordMentions } from './create-from-record.js';
import { createMentionCreation } from './create-mention.js';
import { createMentionDeletion } from './delete-mention.js';
import { createRecordEnding } from './end-record.js';
import { createMentionReactions } from './follow-events.js';
import type { MentionDeps } from './mention-deps.js';
import { createMentionRecords } from './mention-records.js';
import { createMentionMoves } from './move-mentions.js';
import { createMentionReads } from './read-mentions.js';
import { createFindingReviews } from './review-finding.js';
import { createMentionUpdates } from './update-mention.js';

export type Mentions = ReturnType<typeof createMentions>;

export function createMentions(deps: MentionDeps) {
  const records = createMentionRecords(deps);
  const reviews = createFindingReviews(deps, records);
  return {
    ...createMentionReads(deps),
    ...createMentionCreation(deps, records),
    ...createRecordMentions(deps, records),
    ...createMentionUpdates(deps, records),
    ...createMentionDeletion(deps, records),
    ...createRecordEnding(deps, records, reviews),
    ...reviews,
    ...createMentionReactions(deps, records),
    ...createMentionMoves(deps, records),
  };
}
