import { creationHash, idTaken } from '@symbio/mongo';
import type { CallContext } from '@symbio/rpc';
import { agentsPropose, isAgent, isId, notAuthorized, notFound, personsKeyOf, refuseFields } from '@symbio/runtime';
import { mentionEvents } from '@symbio/proto/feature';
import { isUseType } from '@symbio/proto/feature/vocabulary';
import { confidenceProblems, narrativeProblems, useTypeProblems } from '../checks.js';
import { mentionEvent } from '../events.js';
import { referencedFeature } from '../look-ups.js';
import type { MentionRow, SourceRecord } from '../model.js';
import { ROLE_TO } from '../policy.js';
import { HUMAN_CONFIDENCE, HUMAN_USE_TYPE, startHistory } from './history.js';
import type { MentionDeps } from './mention-deps.js';
import type { MentionRecords } from './mention-records.js';

export interface NewRecordMention {
  id: string;
  featureId: string;
  sourceRecord: SourceRecord;
  narrative: string;
  confidence: number | undefined;
  useType: string | undefined;
}

export const createRecordMentions = (
  deps: Pick<MentionDeps, 'mentions' | 'features' | 'access' | 'authors' | 'tombstones' | 'self'>,
  { stamp, remove, detachIfFeatureDeleted }: Pick<MentionRecords, 'stamp' | 'remove' | 'detachIfFeatureDeleted'>,
) => ({
  /**
   * Mention whose source is an agency record. Idempotent by id.
   * @throws AppError INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION if the id is taken
   */
  async createFromRecord(context: CallContext, input: NewRecordMention): Promise<MentionRow> {
    const narrative = input.narrative.trim();
    refuseFields({
      ...(isId(input.id) ? {} : { id: 'id must be a UUID' }),
      ...(isId(input.sourceRecord.hitId) ? {} : { source_record: 'source_record is required' }),
      ...narrativeProblems(narrative),
      ...(input.confidence === undefined ? {} : confidenceProblems(input.confidence)),
      ...useTypeProblems(input.useType),
    });
    const { featureId, sourceRecord } = input;
    const { projectId } = await referencedFeature(deps, context, featureId, 'feature_of_interest_id');
    await deps.access.require(context, projectId, ROLE_TO.createMention, 'Feature', 'feature_of_interest_id');
    if (isAgent(context.actor)) throw agentsPropose('People decide about records.', 'Propose a disposition instead.');
    if (context.actor.via === 'service') throw notAuthorized();
    const author = await deps.authors.resolve(context, undefined);
    const record = {
      ...{ sourceAnnotationId: '', authorId: author.id, featureId, narrative },
      confidence: input.confidence ?? HUMAN_CONFIDENCE,
      useType: isUseType(input.useType) ? input.useType : HUMAN_USE_TYPE,
    };
    const viaKey = personsKeyOf(context.actor);
    const values = {
      ...startHistory({ ...stamp(), ...record, ...(viaKey !== undefined && { viaKey }) }),
      ...{ projectId, authorId: author.id, sourceAnnotationId: '', sourceRecord },
      creationHash: creationHash({ ...record, sourceRecord }),
    };
    const inserted = await deps.mentions.insert(input.id, values, context.actor, (fresh) => [
      mentionEvent(mentionEvents.created, fresh),
    ]);
    if (inserted && (await deps.tombstones.any(projectId))) {
      await remove(inserted._id, deps.self);
      throw notFound('Feature', 'feature_of_interest_id');
    }
    const row = inserted ?? (await deps.mentions.find(input.id));
    if (row?.authorId !== author.id || row.creationHash !== values.creationHash) throw idTaken('A mention');
    return detachIfFeatureDeleted(row);
  },
});
