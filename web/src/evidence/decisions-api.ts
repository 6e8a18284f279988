import type { RejectionCode } from '@symbio/proto/annotation/vocabulary';
import { api } from '../lib/http/api.js';
import { operation } from '../lib/http/operation.js';
import type { Envelope, TagType } from '../lib/http/api.js';
import type { Annotation, AnnotationCoordinates, AnnotationType } from './annotation-records.js';

export type ReviewAction =
  | {
      action: 'accept';
      /** Client-generated: a retry creates no second copy. */
      copy_id: string;
      annotation_type?: AnnotationType;
      coordinates?: AnnotationCoordinates;
      content?: string;
      shown_at?: string;
    }
  | { action: 'reject'; reason: string; reason_code?: RejectionCode; shown_at?: string }
  | { action: 'undo' };

export interface Reviewed {
  annotation: Annotation;
  copy: Annotation | null;
}

/** Accepting moves the mention, rejecting ends it. */
export const REVIEWED: readonly TagType[] = ['Mention', 'MentionHistory', 'Feature'];

/** Seconds after the last screen with the project's list. */
const KEPT_SECONDS = 60;

export const decisionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getProjectAnnotations: build.query<Annotation[], string>({
      query: (projectId) => operation('GET', '/api/projects/{id}/annotations', { path: { id: projectId } }),
      transformResponse: (answer: Envelope<Annotation[]>) => answer.data,
      providesTags: ['Annotation'],
      keepUnusedDataFor: KEPT_SECONDS,
    }),
    /** Caller invalidates {@link REVIEWED}, once for several decisions. */
    postReview: build.mutation<Reviewed, { id: string; body: ReviewAction }>({
      query: ({ id, body }) => operation('POST', '/api/annotations/{id}/review', { path: { id }, body }),
      transformResponse: (answer: Envelope<Reviewed>) => answer.data,
    }),
  }),
});

export const { useGetProjectAnnotationsQuery, usePostReviewMutation } = decisionsApi;
