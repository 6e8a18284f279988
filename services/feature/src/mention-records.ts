import { newId, notFound, type Actor } from '@symbio/kit';
import type { Annotation } from '@symbio/proto/annotation';
import { mentionEvents } from '@symbio/proto/feature';
import { mentionEvent } from './events.js';
import { detach, type HistoryState } from './history.js';
import type { MentionDeps } from './mention-deps.js';
import type { MentionRow } from './model.js';
import { reviewed } from './reviews.js';

/** What changes in a mention: its history, and what it is shown by. */
export type MentionChange = Partial<
  HistoryState & Pick<MentionRow, 'sourceAnnotationId' | 'reviewNumber' | 'sourceEvent'>
>;

export type MentionRecords = ReturnType<typeof createMentionRecords>;

/** What several operations write into mentions, each with its event. */
export function createMentionRecords({ mentions, features, clock, self }: MentionDeps) {
  const stamp = () => ({ id: newId(), createdAt: clock.now() });

  /** Writes what `decide` makes of a mention; undefined leaves it as it is. */
  const change = (
    id: string,
    actor: Actor,
    decide: (row: MentionRow) => MentionChange | undefined,
  ): Promise<MentionRow | undefined> =>
    mentions.change(id, actor, (row, after) => {
      const set = decide(row);
      return set && { set, events: [mentionEvent(mentionEvents.changed, after(set))] };
    });

  const detachFrom = (id: string, featureId: string): Promise<MentionRow | undefined> =>
    change(id, self, (row) => (row.featureId === featureId ? detach(row, stamp()) : undefined));

  return {
    change,
    detachFrom,

    /** Id and time of a record that is about to be written. */
    stamp,

    remove: async (id: string): Promise<void> => {
      await mentions.change(id, self, (_, after) => ({
        remove: true,
        events: [mentionEvent(mentionEvents.deleted, after({}))],
      }));
    },

    /** @throws AppError NOT_FOUND when the project has no such feature. */
    requireFeature: async (featureId: string, projectId: string): Promise<void> => {
      const feature = await features.find(featureId);
      if (feature?.projectId !== projectId) throw notFound('Feature');
    },

    /** A feature that was deleted while a mention was written for it leaves the mention unassociated, as any other. */
    unlessFeatureDeleted: async (row: MentionRow): Promise<MentionRow> => {
      if (row.featureId === '' || (await features.find(row.featureId))) return row;
      return (await detachFrom(row._id, row.featureId)) ?? row;
    },

    /** What people decided about the agent's annotation that a mention was made from. */
    applyDecisions: (id: string, annotation: Annotation): Promise<MentionRow | undefined> =>
      change(id, self, (row) => reviewed(row, annotation, stamp())),
  };
}
