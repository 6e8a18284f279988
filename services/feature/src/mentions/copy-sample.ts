import { valuesOfRow } from '@symbio/mongo';
import type { SampleCopy } from '@symbio/project-access';
import { featureEvents, mentionEvents } from '@symbio/proto/feature';
import type { Actor, Clock } from '@symbio/runtime';
import { featureEvent, mentionEvent } from '../events.js';
import type { HistoryRecord, MentionRow } from '../model.js';
import type { FeatureRepository, MentionRepository } from '../repository.js';

export interface CopySampleDeps {
  features: Pick<FeatureRepository, 'list' | 'insert'>;
  mentions: Pick<MentionRepository, 'list' | 'find' | 'insert'>;
  self: Actor;
  clock: Clock;
}

/** First entry in the history of a copied finding. */
export const COPIED = 'Copied from the sample';

/** Copies a sample's features and mentions as they are now; earlier records of their history stay in the sample. */
export function createCopySample({ features, mentions, self, clock }: CopySampleDeps) {
  function historyOf(row: MentionRow, { authorId, idOf }: SampleCopy): HistoryRecord[] {
    const copied = ({ viaKey, runId, replacedId, ...record }: HistoryRecord): HistoryRecord => ({
      ...record,
      id: idOf(record.id),
      featureId: record.featureId && idOf(record.featureId),
      sourceAnnotationId: record.sourceAnnotationId && idOf(record.sourceAnnotationId),
    });
    // a proposal keeps what a decision about it needs
    if (!row.featureId || !row.current) return row.history.map(copied);
    const now = clock.now();
    const current = { ...copied(row.current), createdAt: new Date(now.getTime() + 1) };
    const id = idOf(`${row.current.id}/copied`);
    return [{ ...current, id, authorId, narrative: COPIED, status: 'superseded', createdAt: now }, current];
  }

  async function copyMention(row: MentionRow, copy: SampleCopy): Promise<void> {
    const { projectId, idOf } = copy;
    const { runId, undoneRuns, sourceEvent, moves, orphanedAt, ...values } = valuesOfRow(row);
    const history = historyOf(row, copy);
    const copied = {
      ...values,
      projectId,
      featureId: row.featureId && idOf(row.featureId),
      sourceAnnotationId: row.sourceAnnotationId && idOf(row.sourceAnnotationId),
      history,
      current: history.find(({ id }) => id === (row.current && idOf(row.current.id))) ?? null,
      historyCount: history.length,
    };
    await mentions.insert(idOf(row._id), copied, self, (made) => [mentionEvent(mentionEvents.created, made)]);
  }

  return async (copy: SampleCopy): Promise<void> => {
    const { projectId, sampleId, idOf } = copy;
    for (const row of await features.list([sampleId], { landUse: [] })) {
      const { runId, viaKey, merges, ...values } = valuesOfRow(row);
      const made = { ...values, projectId };
      await features.insert(idOf(row._id), made, self, (after) => [featureEvent(featureEvents.created, after)]);
    }
    // oldest first, so that the copies have the same order
    for (const { _id } of (await mentions.list([sampleId], {})).toReversed()) {
      const row = await mentions.find(_id);
      if (row) await copyMention(row, copy);
    }
  };
}
