import type {
  Author as ClientAuthor,
  Feature as ClientFeature,
  LandUse as ClientLandUse,
  Mention as ClientMention,
  MentionHistory,
} from '@symbio/client';
import type { UseType } from '@symbio/proto/feature/vocabulary';
import { api } from '../lib/api.js';
import type { Envelope } from '../lib/api.js';
import { followedList } from '../lib/followed-list.js';
import type { OrNull, Served, ServedFields } from '../lib/served.js';
import type { Annotation } from './annotation-records.js';

/** A place on or near the property, as `/api/public/features` serves it (DATA-14). */
export type Feature = Omit<Served<ClientFeature>, 'run_id' | 'via'>;

/** What links an annotation to a feature; without a feature it is unassociated (DATA-16). */
export type Mention = OrNull<
  Omit<Served<ClientMention>, 'run_id' | 'via' | 'suggested_land_use' | 'current_history'>,
  | 'narrative'
  | 'current_history_id'
  | 'current_narrative'
  | 'current_confidence'
  | 'current_use_type'
  | 'current_author_id'
> &
  Partial<Pick<ClientMention, 'suggested_land_use'>>;

/** The author of a record, when asked for with `include=author` (DATA-13). */
export type Author = ServedFields<ClientAuthor, 'id' | 'author_type', 'display_name' | 'agent_name' | 'agent_version'>;

/** One unchangeable record of a mention's history (DATA-17, DATA-18). */
export type MentionRecord = Omit<
  OrNull<Served<MentionHistory>, 'narrative' | 'confidence'>,
  'run_id' | 'via' | 'project_id' | 'author' | 'use_type'
> & {
  via?: MentionHistory['via'];
  author?: Author | null;
  /** A word of the vocabulary, or one of a newer server. */
  use_type: string | null;
};

/** One row of the land-use table (DATA-15). */
export type LandUse = ClientLandUse;

export interface Coordinate {
  longitude: number;
  latitude: number;
}

/** Radius of nearby detection in metres (CONST-16). */
export const NEARBY_RADIUS_M = 50;

/** Mention queries are stale after this many seconds (CONST-08: 300000 ms). */
export const MENTIONS_STALE_SECONDS = 300;

/**
 * Stale mentions are read again by whoever begins to look at them, also while another part of the screen has them all along;
 * what nobody looks at is kept for as long.
 */
const STALENESS = {
  keepUnusedDataFor: MENTIONS_STALE_SECONDS,
  forceRefetch: ({ endpointState }: { endpointState?: { fulfilledTimeStamp?: number } }): boolean =>
    endpointState?.fulfilledTimeStamp !== undefined &&
    Date.now() - endpointState.fulfilledTimeStamp >= MENTIONS_STALE_SECONDS * 1000,
};

/** A tiny number may come with an exponent, as JavaScript writes it. */
const COORDINATE = /^\(\s*(-?\d+(?:\.\d+)?(?:e-?\d+)?)\s*,\s*(-?\d+(?:\.\d+)?(?:e-?\d+)?)\s*\)$/i;

/** Reads `(longitude,latitude)`; null for anything else (FEAT-18). */
export function parseCoordinate(text: string | null | undefined): Coordinate | null {
  const match = COORDINATE.exec(text?.trim() ?? '');
  if (!match) return null;
  return { longitude: Number(match[1]), latitude: Number(match[2]) };
}

/** Writes `(longitude,latitude)` (FEAT-18). */
export function coordinateText({ longitude, latitude }: Coordinate): string {
  return `(${longitude},${latitude})`;
}

/** A place as people write it: latitude first, with letters for the hemispheres. */
export function placeText({ latitude, longitude }: Coordinate): string {
  const side = (value: number, letters: string) => `${Math.abs(value)}° ${letters.charAt(value < 0 ? 1 : 0)}`;
  return `${side(latitude, 'NS')}, ${side(longitude, 'EW')}`;
}

/** Which feature an annotation shows; ids are made by the browser, so that a repeat after a lost answer makes nothing twice. */
export interface AssociationRequest {
  mention_id: string;
  /** An existing feature; absent: a new one, under `feature.id`. */
  feature_id?: string;
  /** What the feature is to be; absent: the existing one stays as it is. */
  feature?: { id?: string; name: string; land_use: string[]; coordinate: string };
  narrative: string;
  /** 0 to 10 */
  confidence: number;
  use_type: UseType;
  /** Of the existing feature, as it was seen; an older one is refused. */
  updated_at?: string;
}

/** What became of a merge that was taken back. */
export interface UndoneMerge {
  /** The one that stayed. */
  feature: Feature;
  /** Those that are there again. */
  restored: Feature[];
  /** Mentions that stay where the merge had moved them, because they were changed since. */
  staying_mentions: number;
}

export const evidenceApi = api.injectEndpoints({
  endpoints: (build) => ({
    getFeatures: build.query<Feature[], string>({
      queryFn: followedList(
        (projectId) => ({ url: '/api/public/features', params: { project_id: projectId } }),
        'oldest first',
      ),
      structuralSharing: false,
      providesTags: ['Feature'],
    }),
    /** Features within {@link NEARBY_RADIUS_M} of a place, nearest first (FEAT-28, OP-30). */
    getNearbyFeatures: build.query<Feature[], { projectId: string; near: Coordinate }>({
      query: ({ projectId, near }) => ({
        url: '/api/public/features',
        params: { project_id: projectId, near: `${near.longitude},${near.latitude}`, radius: NEARBY_RADIUS_M },
      }),
      transformResponse: (answer: Envelope<Feature[]>) =>
        [...answer.data].sort((a, b) => (a.distance_m ?? 0) - (b.distance_m ?? 0)),
      providesTags: ['Feature'],
    }),
    getLandUses: build.query<LandUse[], void>({
      query: () => '/api/land-uses',
      transformResponse: (answer: Envelope<LandUse[]>) => answer.data,
      providesTags: ['LandUse'],
      keepUnusedDataFor: 3600,
    }),
    /** The mention an annotation has already, or null. */
    getAnnotationMention: build.query<Mention | null, string>({
      query: (annotationId) => ({ url: '/api/public/mentions', params: { annotation_id: annotationId } }),
      transformResponse: (answer: Envelope<Mention[]>) => answer.data[0] ?? null,
      providesTags: ['Mention'],
    }),
    getProjectMentions: build.query<Mention[], string>({
      queryFn: followedList(
        (projectId) => ({ url: '/api/public/mentions', params: { project_id: projectId } }),
        'newest first',
      ),
      structuralSharing: false,
      providesTags: ['Mention'],
      ...STALENESS,
    }),
    getUnassociatedMentions: build.query<Mention[], string>({
      query: (projectId) => `/api/projects/${encodeURIComponent(projectId)}/unassociated-mentions`,
      transformResponse: (answer: Envelope<Mention[]>) => answer.data,
      providesTags: ['Mention'],
      ...STALENESS,
    }),
    getMentionHistory: build.query<MentionRecord[], string>({
      query: (featureId) => ({
        url: '/api/public/mention-history',
        params: { feature_id: featureId, include: 'author' },
      }),
      extraOptions: { whole: true },
      transformResponse: (answer: Envelope<MentionRecord[]>) => answer.data,
      providesTags: ['MentionHistory'],
      ...STALENESS,
    }),
    /** The annotation behind a mention; read again when annotations change. */
    getSourceAnnotation: build.query<Annotation, string>({
      query: (id) => `/api/annotations/${encodeURIComponent(id)}`,
      transformResponse: (answer: Envelope<Annotation>) => answer.data,
      providesTags: ['Annotation'],
    }),
    /** All records of the mention that an annotation is the source of, whatever feature they were written for. */
    getAnnotationHistory: build.query<MentionRecord[], string>({
      query: (annotationId) => ({
        url: '/api/public/mention-history',
        params: { annotation_id: annotationId, include: 'author' },
      }),
      extraOptions: { whole: true },
      transformResponse: (answer: Envelope<MentionRecord[]>) => answer.data,
      providesTags: ['MentionHistory'],
    }),
    /** Writes the feature and the mention of it by the annotation, both or neither (OP-27). */
    associate: build.mutation<
      { feature: Feature; mention: Mention },
      { annotationId: string; body: AssociationRequest }
    >({
      query: ({ annotationId, body }) => ({
        url: `/api/annotations/${encodeURIComponent(annotationId)}/association`,
        method: 'PUT',
        body,
      }),
      transformResponse: (answer: Envelope<{ feature: Feature; mention: Mention }>) => answer.data,
      invalidatesTags: ['Feature', 'Mention', 'MentionHistory'],
    }),
    /** Takes a record out of force (FEAT-25). */
    supersedeRecord: build.mutation<{ success: boolean }, string>({
      query: (historyId) => ({
        url: '/api/public/mention-history',
        method: 'POST',
        body: { action: 'supersede', history_id: historyId },
      }),
      invalidatesTags: ['Mention', 'MentionHistory'],
    }),
    /** Ends a record and says with a new one that it was wrong, and why unless `reason` is empty (FEAT-25, OP-29). */
    rejectRecord: build.mutation<{ success: boolean }, { historyId: string; reason: string }>({
      query: ({ historyId, reason }) => ({
        url: `/api/mention-history/${encodeURIComponent(historyId)}/reject`,
        method: 'POST',
        body: reason === '' ? {} : { reason },
      }),
      // of what an agent proposes it is the decision: the sheet and the queue show it
      invalidatesTags: ['Mention', 'MentionHistory', 'Annotation'],
    }),
    /** Says again what was said of a mention and was held for wrong (OP-29). */
    sayAgain: build.mutation<
      Mention,
      Pick<Mention, 'id' | 'current_narrative' | 'current_confidence' | 'current_use_type'>
    >({
      query: (mention) => ({
        url: '/api/public/mentions',
        method: 'PUT',
        params: { id: mention.id },
        body: {
          narrative: mention.current_narrative ?? '',
          confidence: mention.current_confidence,
          use_type: mention.current_use_type,
        },
      }),
      transformResponse: (answer: Envelope<Mention>) => answer.data,
      invalidatesTags: ['Mention', 'MentionHistory'],
    }),
    /** Makes one of features that turned out to be the same site; the kept one takes over what the others have. */
    mergeFeatures: build.mutation<Feature, { id: string; keptId: string; mergedIds: readonly string[] }>({
      query: ({ id, keptId, mergedIds }) => ({
        url: `/api/features/${encodeURIComponent(keptId)}/merge`,
        method: 'POST',
        body: { merge_id: id, merged_ids: mergedIds },
      }),
      transformResponse: (answer: Envelope<Feature>) => answer.data,
      invalidatesTags: ['Feature', 'Mention', 'MentionHistory'],
    }),
    /** Takes a merge back, by the id it was made under. */
    undoMerge: build.mutation<UndoneMerge, string>({
      query: (id) => ({ url: `/api/feature-merges/${encodeURIComponent(id)}/undo`, method: 'POST' }),
      transformResponse: (answer: Envelope<UndoneMerge>) => answer.data,
      invalidatesTags: ['Feature', 'Mention', 'MentionHistory'],
    }),
  }),
});

export const {
  useGetFeaturesQuery,
  useGetNearbyFeaturesQuery,
  useGetLandUsesQuery,
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
