import { allFound, notFound, personsKeyOf, refuseFields, refuseStale, stale } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { isUseType } from '@symbio/proto/feature/vocabulary';
import { confidenceProblems, narrativeProblems, useTypeProblems } from '../checks.js';
import { addRecord, useTypeBy, withoutRun } from './history.js';
import { referencedFeature } from '../look-ups.js';
import type { MentionDeps } from './mention-deps.js';
import type { MentionRecords } from './mention-records.js';
import type { MentionRow } from '../model.js';
import { mayLeaveUnassociated, ROLE_TO } from '../policy.js';
import { closedRun, requireOpen, writableRun } from '../runs/run-checks.js';

/** Undefined fields stay unchanged. */
export interface MentionUpdate {
  id: string;
  narrative: string | undefined;
  confidence: number | undefined;
  useType: string | undefined;
  currentAuthorId: string | undefined;
  /** Empty: dissociate. */
  featureId: string | undefined;
  /** Of a feature that was created for it. */
  statedLandUse?: string | undefined;
  expectedUpdatedAt?: Date | undefined;
  runId?: string;
}

const lastWriterOf = ({ current, history, authorId }: MentionRow): string =>
  (current ?? history.at(-1))?.authorId ?? authorId;

export function createMentionUpdates(
  deps: MentionDeps,
  { change, endRecordsOfRun, detachIfFeatureDeleted, stamp }: MentionRecords,
) {
  const { mentions, access, authors, tombstones } = deps;
  return {
    /**
     * The new record becomes current, the previous one superseded (OP-29). Unchanged values add nothing.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, FAILED_PRECONDITION if the history is full or
     * the run is not open, ABORTED if stale.
     */
    async update(context: CallContext, input: MentionUpdate, { dryRun = false } = {}): Promise<MentionRow> {
      const seen = await mentions.find(input.id);
      if (!seen) throw notFound('Mention');
      await access.require(context, seen.projectId, ROLE_TO.changeMention, 'Mention');
      await authors.requireOwn(context, 'mention', [seen.authorId, lastWriterOf(seen)]);
      const narrative = input.narrative?.trim();
      refuseFields({
        ...(input.featureId === '' && !mayLeaveUnassociated(context.actor)
          ? { feature_of_interest_id: 'feature_of_interest_id is required' }
          : {}),
        ...(narrative === undefined ? {} : narrativeProblems(narrative)),
        ...(input.confidence === undefined ? {} : confidenceProblems(input.confidence)),
        ...useTypeProblems(input.useType),
      });
      const named = {
        feature: input.featureId
          ? referencedFeature(deps, context, input.featureId, 'feature_of_interest_id')
          : undefined,
        author: authors.resolve(context, input.currentAuthorId, 'current_author_id'),
        run: input.runId ? writableRun(deps, context, input.runId) : undefined,
      };
      await allFound(Object.values(named).filter((lookUp) => lookUp !== undefined));
      const [feature, author, run] = [await named.feature, await named.author, await named.run];
      if (feature && feature.projectId !== seen.projectId) throw notFound('Feature', 'feature_of_interest_id');
      if (run) requireOpen(run, seen.projectId);

      const requested = {
        ...(narrative !== undefined && { narrative }),
        ...(input.confidence !== undefined && { confidence: input.confidence }),
        ...(isUseType(input.useType) && { useType: useTypeBy(author.type, input.useType) }),
        ...(input.featureId !== undefined && { featureId: input.featureId }),
        ...(input.currentAuthorId && { authorId: author.id }),
      };
      const decide = (row: MentionRow) => {
        const before = row.current ?? row.history.at(-1);
        const different = Object.entries(requested).some(
          ([key, value]) => !row.current || row.current[key as keyof typeof requested] !== value,
        );
        if (!before || !different) return undefined;
        // a person may have decided since
        if (context.actor.via === 'api_key' && lastWriterOf(row) !== lastWriterOf(seen)) throw stale('This mention');
        refuseStale('This mention', row, input.expectedUpdatedAt);
        const record = addRecord(row, {
          ...{ ...withoutRun(before), useType: useTypeBy(author.type, before.useType) },
          // dissociated while no record was current: stays so
          featureId: row.featureId,
          sourceAnnotationId: row.sourceAnnotationId,
          ...requested,
          authorId: author.id,
          viaKey: author.type === 'human' ? personsKeyOf(context.actor) : undefined,
          ...(run && { runId: run.id, replacedId: row.current?.id }),
          ...stamp(),
        });
        return {
          ...record,
          ...(feature && { linkedLandUse: feature.landUse }),
          ...(feature && (input.statedLandUse || input.featureId !== row.featureId)
            ? { statedLandUse: input.statedLandUse }
            : {}),
        };
      };
      const changed = await change(input.id, context.actor, decide, dryRun ? mentions.dryRun() : mentions);
      if (!changed) throw notFound('Mention');
      if (dryRun) return changed;
      if (run && (await tombstones.any(run.id))) {
        await endRecordsOfRun([changed], run.id);
        throw closedRun({ status: 'undone' });
      }
      return detachIfFeatureDeleted(changed);
    },
  };
}
