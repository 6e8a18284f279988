import { api } from '../lib/http/api.js';
import { operation } from '../lib/http/operation.js';
import type { Envelope } from '../lib/http/api.js';
import type { ApiThunk } from '../lib/http/api-thunks.js';
import { unlessNotFound } from '../lib/http/errors.js';
import { notify } from '../lib/ui/toasts.js';
import { evidenceApi, type Feature, type Mention } from './evidence-api.js';

type PreviousMention = Pick<
  Mention,
  'id' | 'feature_of_interest_id' | 'current_narrative' | 'current_confidence' | 'current_use_type'
>;

const undoApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** With its feature. */
    restoreMention: build.mutation<unknown, PreviousMention>({
      query: (mention) =>
        operation('PUT', '/api/public/mentions', {
          query: { id: mention.id },
          body: {
            feature_of_interest_id: mention.feature_of_interest_id ?? '',
            narrative: mention.current_narrative ?? '',
            confidence: mention.current_confidence,
            use_type: mention.current_use_type,
          },
        }),
      invalidatesTags: ['Mention', 'MentionHistory'],
    }),
    removeMention: build.mutation<unknown, string>({
      query: (id) => operation('DELETE', '/api/public/mentions', { query: { id } }),
      invalidatesTags: ['Mention', 'MentionHistory'],
    }),
    /** Not cached. */
    getFeatureMentions: build.query<Mention[], string>({
      query: (featureId) => operation('GET', '/api/public/mentions', { query: { feature_id: featureId } }),
      transformResponse: (answer: Envelope<Mention[]>) => answer.data,
      keepUnusedDataFor: 0,
    }),
    removeFeature: build.mutation<unknown, string>({
      query: (id) => operation('DELETE', '/api/public/features', { query: { id } }),
      invalidatesTags: ['Feature', 'Mention'],
    }),
    /** Rejected if the feature changed since it was `seen`. */
    putFeatureBack: build.mutation<unknown, { feature: Feature; seen: string }>({
      query: ({ feature: { id, name, land_use, coordinate, relation, direction, distance_ft }, seen }) =>
        operation('PUT', '/api/public/features', {
          query: { id },
          body: { name, land_use, coordinate, relation: relation ?? null, direction, distance_ft, updated_at: seen },
        }),
      invalidatesTags: ['Feature'],
    }),
  }),
});

const { restoreMention, removeMention, getFeatureMentions, removeFeature, putFeatureBack } = undoApi.endpoints;

export const undoMentionChange =
  (mention: PreviousMention): ApiThunk<Promise<unknown>> =>
  (dispatch) =>
    dispatch(restoreMention.initiate(mention)).unwrap();

/** Before and after saving; null: it did not exist. */
interface SavedMention {
  before: Mention | null;
  saved: Mention;
}

/** Deletes a new mention, restores the previous record of another. Idempotent: a missing mention counts as deleted. */
export const undoMention =
  ({ before, saved }: SavedMention): ApiThunk<Promise<void>> =>
  async (dispatch) => {
    if (!before) await unlessNotFound(dispatch(removeMention.initiate(saved.id)).unwrap());
    else if (before.current_history_id) await dispatch(undoMentionChange(before));
    // no previous record in force: end the current one
    else if (saved.current_history_id)
      await dispatch(evidenceApi.endpoints.supersedeRecord.initiate(saved.current_history_id)).unwrap();
  };

/** Before and after saving; null: it did not exist. */
export interface SavedAssociation {
  before: { feature: Feature | null; mention: Mention | null };
  saved: { feature: Feature; mention: Mention };
}

/**
 * First the mention, then changes to the feature. A feature that others use stays.
 * @returns false: the feature stays, already reported
 */
export const undoAssociation =
  ({ before, saved }: SavedAssociation): ApiThunk<Promise<boolean>> =>
  async (dispatch) => {
    await dispatch(undoMention({ before: before.mention, saved: saved.mention }));
    const { feature } = saved;
    if (before.feature) {
      if (before.feature.updated_at !== feature.updated_at)
        await dispatch(putFeatureBack.initiate({ feature: before.feature, seen: feature.updated_at })).unwrap();
      return true;
    }
    const call = getFeatureMentions.initiate(feature.id, { forceRefetch: true, subscribe: false });
    const mentions = await dispatch(call).unwrap();
    if (mentions.some(({ id }) => id !== saved.mention.id)) {
      notify({
        type: 'info',
        title: `Undone: association with “${feature.name}”`,
        description: 'The feature stays because other mentions now use it.',
      });
      return false;
    }
    await unlessNotFound(dispatch(removeFeature.initiate(feature.id)).unwrap());
    return true;
  };
