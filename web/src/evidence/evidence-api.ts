import type {
  Author as ClientAuthor,
  Feature as ClientFeature,
  LandUse as ClientLandUse,
  Mention as ClientMention,
  MentionHistory,
} from '@symbio/client';
import type { Direction, Relation, UseType } from '@symbio/proto/feature/vocabulary';
import { api } from '../lib/http/api.js';
import { operation } from '../lib/http/operation.js';
import type { Envelope } from '../lib/http/api.js';
import { incrementalList } from '../lib/http/incremental-list.js';
import type { WithNulls, ApiItem, ApiFields } from '../lib/http/api-types.js';
import type { Annotation } from './annotation-records.js';

/** DATA-14 */
export type Feature = Omit<ApiItem<ClientFeature>, 'run_id' | 'via'> & { via?: ClientFeature['via'] };

/** Seen from the property. */
export interface StatedRelation {
  relation: Relation;
  direction?: Direction;
  distance_ft?: number;
}

/** Without a feature it is unassociated (DATA-16). */
export type Mention = WithNulls<
  Omit<ApiItem<ClientMention>, 'run_id' | 'via' | 'suggested_land_use' | 'current_history'>,
  | 'narrative'
  | 'current_history_id'
  | 'current_narrative'
  | 'current_confidence'
  | 'current_use_type'
  | 'current_author_id'
> &
  Partial<Pick<ClientMention, 'suggested_land_use' | 'via'>>;

/** With `include=author` (DATA-13). */
export type Author = ApiFields<ClientAuthor, 'id' | 'author_type', 'display_name' | 'agent_name' | 'agent_version'>;

/** Immutable (DATA-17, DATA-18). */
export type MentionRecord = Omit<
  WithNulls<ApiItem<MentionHistory>, 'narrative' | 'confidence'>,
  'run_id' | 'via' | 'project_id' | 'author' | 'use_type'
> & {
  via?: MentionHistory['via'];
  author?: Author | null;
  use_type: string | null;
};

export type LandUse = ClientLandUse;

export interface Coordinate {
  longitude: number;
  latitude: number;
}

/** Metres (CONST-16). */
export const NEARBY_RADIUS_M = 50;

/** CONST-08: 300000 ms. */
export const MENTIONS_STALE_SECONDS = 300;

/** Refetched on mount, even with other subscribers; unused entries are kept as long. */
const STALENESS = {
  keepUnusedDataFor: MENTIONS_STALE_SECONDS,
  forceRefetch: ({ endpointState }: { endpointState?: { fulfilledTimeStamp?: number } }): boolean =>
    endpointState?.fulfilledTimeStamp !== undefined &&
    Date.now() - endpointState.fulfilledTimeStamp >= MENTIONS_STALE_SECONDS * 1000,
};

/** Tiny numbers may have an exponent. */
const COORDINATE = /^\(\s*(-?\d+(?:\.\d+)?(?:e-?\d+)?)\s*,\s*(-?\d+(?:\.\d+)?(?:e-?\d+)?)\s*\)$/i;

/** `(longitude,latitude)`; else null (FEAT-18). */
export function parseCoordinate(text: string | null | undefined): Coordinate | null {
  const match = COORDINATE.exec(text?.trim() ?? '');
  if (!match) return null;
  return { longitude: Number(match[1]), latitude: Number(match[2]) };
}

/** `(longitude,latitude)` (FEAT-18) */
export function coordinateText({ longitude, latitude }: Coordinate): string {
  return `(${longitude},${latitude})`;
}

/** Latitude first, with hemisphere letters. */
export function placeText({ latitude, longitude }: Coordinate): string {
  const side = (value: number, letters: string) => `${Math.abs(value)}° ${letters.charAt(value < 0 ? 1 : 0)}`;
  return `${side(latitude, 'NS')}, ${side(longitude, 'EW')}`;
}

/** Ids are client-generated for idempotent retries. */
export interface AssociationRequest {
  mention_id: string;
  /** Absent creates a feature with `feature.id`. */
  feature_id?: string;
  /** Absent leaves the existing feature unchanged. */
  feature?: { id?: string; name: string; land_use: string[]; coordinate: string } & Partial<StatedRelation>;
  narrative: string;
  /** 0 to 10 */
  confidence: number;
  use_type: UseType;
  /** Outdated versions are rejected. */
  updated_at?: string;
}

export interface UndoneMerge {
  feature: Feature;
  restored: Feature[];
  /** Mentions changed since the merge: they stay with the kept feature. */
  staying_mentions: number;
}

export const evidenceApi = api.injectEndpoints({
  endpoints: (build) => ({
    getFeatures: build.query<Feature[], string>({
      queryFn: incrementalList(
        (projectId) => operation('GET', '/api/public/features', { query: { project_id: projectId } }),
        'oldest first',
        { isKept: true },
      ),
      structuralSharing: false,
      providesTags: ['Feature'],
    }),
    /** Nearest first (FEAT-28, OP-30). */
    getNearbyFeatures: build.query<Feature[], { projectId: string; near: Coordinate }>({
      query: ({ projectId, near }) =>
        operation('GET', '/api/public/features', {
          query: { project_id: projectId, near: `${near.longitude},${near.latitude}`, radius: NEARBY_RADIUS_M },
        }),
      transformResponse: (answer: Envelope<Feature[]>) =>
        [...answer.data].sort((a, b) => (a.distance_m ?? 0) - (b.distance_m ?? 0)),
      providesTags: ['Feature'],
    }),
    getLandUses: build.query<LandUse[], void>({
      query: () => operation('GET', '/api/land-uses'),
      transformResponse: (answer: Envelope<LandUse[]>) => answer.data,
      providesTags: ['LandUse'],
      keepUnusedDataFor: 3600,
    }),
    /** Those that the words of a label or narrative name, most certain first. */
    getSuggestedLandUses: build.query<LandUse[], string>({
      query: (words) => operation('GET', '/api/land-uses', { query: { suggested_by: words } }),
      transformResponse: (answer: Envelope<LandUse[]>) => answer.data,
      providesTags: ['LandUse'],
    }),
    getAnnotationMention: build.query<Mention | null, string>({
      query: (annotationId) => operation('GET', '/api/public/mentions', { query: { annotation_id: annotationId } }),
      transformResponse: (answer: Envelope<Mention[]>) => answer.data[0] ?? null,
      providesTags: ['Mention'],
    }),
    getProjectMentions: build.query<Mention[], string>({
      queryFn: incrementalList(
        (projectId) => operation('GET', '/api/public/mentions', { query: { project_id: projectId } }),
        'newest first',
      ),
      structuralSharing: false,
      providesTags: ['Mention'],
      ...STALENESS,
    }),
    getUnassociatedMentions: build.query<Mention[], string>({
      query: (projectId) => operation('GET', '/api/projects/{id}/unassociated-mentions', { path: { id: projectId } }),
      transformResponse: (answer: Envelope<Mention[]>) => answer.data,
      providesTags: ['Mention'],
      ...STALENESS,
    }),
    getMentionHistory: build.query<MentionRecord[], string>({
      query: (featureId) =>
        operation('GET', '/api/public/mention-history', { query: { feature_id: featureId, include: 'author' } }),
      extraOptions: { whole: true },
      transformResponse: (answer: Envelope<MentionRecord[]>) => answer.data,
      providesTags: ['MentionHistory'],
      ...STALENESS,
    }),
    /** Refetched when annotations change. */
    getSourceAnnotation: build.query<Annotation, string>({
      query: (id) => operation('GET', '/api/annotations/{id}', { path: { id } }),
      transformResponse: (answer: Envelope<Annotation>) => answer.data,
      providesTags: ['Annotation'],
    }),
    /** Across features. */
    getAnnotationHistory: build.query<MentionRecord[], string>({
      query: (annotationId) =>
        operation('GET', '/api/public/mention-history', { query: { annotation_id: annotationId, include: 'author' } }),
      extraOptions: { whole: true },
      transformResponse: (answer: Envelope<MentionRecord[]>) => answer.data,
      providesTags: ['MentionHistory'],
    }),
    /** Atomic (OP-27). */
    associate: build.mutation<
      { feature: Feature; mention: Mention },
      { annotationId: string; body: AssociationRequest }
    >({
      query: ({ annotationId, body }) =>
        operation('PUT', '/api/annotations/{id}/association', { path: { id: annotationId }, body }),
      transformResponse: (answer: Envelope<{ feature: Feature; mention: Mention }>) => answer.data,
      invalidatesTags: ['Feature', 'Mention', 'MentionHistory'],
    }),
    moveFeature: build.mutation<Feature, { feature: Feature; to: Coordinate }>({
      query: ({ feature, to }) => ({
        url: '/api/public/features',
        method: 'PUT',
        params: { id: feature.id },
        body: { coordinate: `(${to.longitude},${to.latitude})`, updated_at: feature.updated_at },
      }),
      transformResponse: (answer: Envelope<Feature>) => answer.data,
      invalidatesTags: ['Feature', 'Mention'],
    }),
    /** FEAT-25 */
    supersedeRecord: build.mutation<{ success: boolean }, string>({
      query: (historyId) =>
        operation('POST', '/api/public/mention-history', { body: { action: 'supersede', history_id: historyId } }),
      invalidatesTags: ['Mention', 'MentionHistory'],
    }),
    /** A new record marks it wrong, with an optional `reason` (FEAT-25, OP-29). */
    rejectRecord: build.mutation<{ success: boolean }, { historyId: string; reason: string }>({
      query: ({ historyId, reason }) =>
        operation('POST', '/api/mention-history/{id}/reject', {
          path: { id: historyId },
          body: reason === '' ? {} : { reason },
        }),
      // for an agent's proposal this is a review decision, shown by sheet and queue
      invalidatesTags: ['Mention', 'MentionHistory', 'Annotation'],
    }),
    /** OP-29 */
    reopenMention: build.mutation<
      Mention,
      Pick<Mention, 'id' | 'current_narrative' | 'current_confidence' | 'current_use_type'>
    >({
      query: (mention) =>
        operation('PUT', '/api/public/mentions', {
          query: { id: mention.id },
          body: {
            narrative: mention.current_narrative ?? '',
            confidence: mention.current_confidence,
            use_type: mention.current_use_type,
          },
        }),
      transformResponse: (answer: Envelope<Mention>) => answer.data,
      invalidatesTags: ['Mention', 'MentionHistory'],
    }),
    /** The kept feature takes over the others' data. */
    mergeFeatures: build.mutation<Feature, { id: string; keptId: string; mergedIds: readonly string[] }>({
      query: ({ id, keptId, mergedIds }) =>
        operation('POST', '/api/features/{id}/merge', {
          path: { id: keptId },
          body: { merge_id: id, merged_ids: mergedIds },
        }),
      transformResponse: (answer: Envelope<Feature>) => answer.data,
      invalidatesTags: ['Feature', 'Mention', 'MentionHistory'],
    }),
    undoMerge: build.mutation<UndoneMerge, string>({
      query: (id) => operation('POST', '/api/feature-merges/{id}/undo', { path: { id } }),
      transformResponse: (answer: Envelope<UndoneMerge>) => answer.data,
      invalidatesTags: ['Feature', 'Mention', 'MentionHistory'],
    }),
  }),
});

export const {
  useMoveFeatureMutation,
  useGetFeaturesQuery,
  useGetNearbyFeaturesQuery,
  useGetLandUsesQuery,
  useGetSuggestedLandUsesQuery,
  useGetAnnotationMentionQuery,
  useGetProjectMentionsQuery,
  useGetUnassociatedMentionsQuery,
  useGetMentionHistoryQuery,
  useAssociateMutation,
  useSupersedeRecordMutation,
  useMergeFeaturesMutation,
  useGetAnnotationHistoryQuery,
  useGetSourceAnnotationQuery,
} = evidenceApi;
