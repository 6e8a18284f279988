import { conflict, notFound, personsKeyOf, refuseFields, unlessNotFound } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { currentDecision } from '@symbio/proto/annotation/decisions';
import { reasonProblems } from '../checks.js';
import { reject, supersede } from './history.js';
import type { MentionDeps } from './mention-deps.js';
import type { MentionRecords } from './mention-records.js';
import type { FindingReviews } from './review-finding.js';
import type { MentionRow } from '../model.js';
import { ROLE_TO } from '../policy.js';

/** Success would hide that another caller ended the record, or that the id is of another one. */
function refuseEnded(): never {
  throw conflict('record_ended', 'This record is not active: it has been superseded or rejected already.');
}

/** A review decision requires a reason. */
const NO_REASON = 'Held to be wrong; no reason given.';

export function createRecordEnding(
  { mentions, access, authors, annotations }: MentionDeps,
  { change, stamp }: MentionRecords,
  { reviewFinding }: Pick<FindingReviews, 'reviewFinding'>,
) {
  /** Undecided agent annotation that a person's rejection decides about. */
  async function openProposal(context: CallContext, row: MentionRow, recordId: string): Promise<string | undefined> {
    if (context.actor.via !== 'user' || row.current?.id !== recordId || !row.sourceAnnotationId) return undefined;
    const answer = await unlessNotFound(annotations.getAnnotation({ id: row.sourceAnnotationId }, context));
    const annotation = answer?.annotation;
    return annotation?.authorType === 'ai_agent' && !currentDecision(annotation.decisions) ? annotation.id : undefined;
  }

  return {
    /**
     * Rejection adds a record with author, time and optional reason (OP-29). Ended records cannot be superseded.
     * Rejecting an agent's proposal is a review decision, from which the record follows.
     * @throws AppError INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION if the history is full or
     * another person has decided concurrently.
     */
    async endRecord(context: CallContext, recordId: string, rejection?: { reason: string }): Promise<void> {
      const narrative = rejection?.reason.trim() ?? '';
      refuseFields(reasonProblems(narrative));
      const seen = recordId ? await mentions.findByRecord(recordId) : undefined;
      if (!seen) throw notFound('History record');
      await access.require(context, seen.projectId, ROLE_TO.endRecord, 'History record');
      const record = seen.history.find(({ id }) => id === recordId);
      await authors.requireOwn(context, 'history record', [record?.authorId ?? '']);
      const proposalId = rejection && (await openProposal(context, seen, recordId));
      if (proposalId) {
        await reviewFinding(context, { id: proposalId, action: 'reject', reason: narrative || NO_REASON });
        return;
      }
      // a service's rejection keeps the record's author
      const { authorId } = context.actor;
      await change(seen._id, context.actor, (row) =>
        rejection
          ? reject(row, recordId, {
              ...stamp(),
              ...(authorId && { authorId }),
              ...(narrative && { narrative }),
              viaKey: personsKeyOf(context.actor),
            })
          : (supersede(row, recordId) ?? refuseEnded()),
      );
    },
  };
}
