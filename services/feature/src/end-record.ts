import { notFound, refuseFields, type CallContext } from '@symbio/kit';
import { reasonProblems } from './checks.js';
import { reject, supersede } from './history.js';
import type { MentionDeps } from './mention-deps.js';
import type { MentionRecords } from './mention-records.js';
import { ROLE_TO } from './policy.js';

/** Ending what a history record says. */
export function createRecordEnding({ mentions, access }: MentionDeps, { change, stamp }: MentionRecords) {
  return {
    /**
     * Ends a record, or rejects it: then a new record says who held it for wrong, when, and why if they said so (OP-29). A
     * record that has ended already stays as it is.
     * @throws AppError INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION when the history is full.
     */
    async endRecord(context: CallContext, recordId: string, rejection?: { reason: string }): Promise<void> {
      const narrative = rejection?.reason.trim() ?? '';
      refuseFields(reasonProblems(narrative));
      const seen = recordId ? await mentions.findByRecord(recordId) : undefined;
      if (!seen) throw notFound('History record');
      await access.require(context, seen.projectId, ROLE_TO.endRecord, 'History record');
      // a service is nobody's author: what it rejects stays under the name it was written under
      const { authorId } = context.actor;
      await change(seen._id, context.actor, (row) =>
        rejection
          ? reject(row, recordId, { ...stamp(), ...(authorId && { authorId }), ...(narrative && { narrative }) })
          : supersede(row, recordId),
      );
    },
  };
}
