/** What was said of evidence is taken back: the calls, and what they make of each step. */
import { api } from '../lib/api.js';
import type { ApiThunk } from '../lib/api-thunks.js';
import { evidenceApi, type Feature, type Mention } from './evidence-api.js';

type Said = Pick<
  Mention,
  'id' | 'feature_of_interest_id' | 'current_narrative' | 'current_confidence' | 'current_use_type'
>;

const takingBackApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Says of a mention what was said of it before, and of which feature it was. */
    sayBefore: build.mutation<unknown, Said>({
      query: (mention) => ({
        url: '/api/public/mentions',
        method: 'PUT',
        params: { id: mention.id },
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
      query: (id) => ({ url: '/api/public/mentions', method: 'DELETE', params: { id } }),
      invalidatesTags: ['Mention', 'MentionHistory'],
    }),
    removeFeature: build.mutation<unknown, string>({
      query: (id) => ({ url: '/api/public/features', method: 'DELETE', params: { id } }),
      invalidatesTags: ['Feature', 'Mention'],
    }),
    /** Unless somebody has changed it since it was `seen`. */
    putFeatureBack: build.mutation<unknown, { feature: Feature; seen: string }>({
      query: ({ feature: { id, name, land_use, coordinate }, seen }) => ({
        url: '/api/public/features',
        method: 'PUT',
        params: { id },
        body: { name, land_use, coordinate, updated_at: seen },
      }),
      invalidatesTags: ['Feature'],
    }),
  }),
});

const { sayBefore, removeMention, removeFeature, putFeatureBack } = takingBackApi.endpoints;

/** Says of a mention what was said of it before. */
export const saidBefore =
  (mention: Said): ApiThunk<Promise<unknown>> =>
  (dispatch) =>
    dispatch(sayBefore.initiate(mention)).unwrap();

/** An association as it was before and as it was saved; null: there was none. */
export interface SavedAssociation {
  before: { feature: Feature | null; mention: Mention | null };
  saved: { feature: Feature; mention: Mention };
}

/** Takes back an association of an annotation: the mention first, then what it made or changed of the feature. */
export const associationTakenBack =
  ({ before, saved }: SavedAssociation): ApiThunk<Promise<void>> =>
  async (dispatch) => {
    const { mention, feature } = before;
    if (!mention) await dispatch(removeMention.initiate(saved.mention.id)).unwrap();
    else if (mention.current_history_id) await dispatch(sayBefore.initiate(mention)).unwrap();
    // nothing held of it: what was said now ends
    else if (saved.mention.current_history_id)
      await dispatch(evidenceApi.endpoints.supersedeRecord.initiate(saved.mention.current_history_id)).unwrap();
    if (!feature) await dispatch(removeFeature.initiate(saved.feature.id)).unwrap();
    else if (feature.updated_at !== saved.feature.updated_at)
      await dispatch(putFeatureBack.initiate({ feature, seen: saved.feature.updated_at })).unwrap();
  };
