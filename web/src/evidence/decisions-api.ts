/** What people decide about AI agents' annotations, and the annotations of a project with all decisions. */
import { api } from '../lib/api.js';
import type { Envelope, TagType } from '../lib/api.js';
import type { Annotation, AnnotationCoordinates, AnnotationType } from './annotation-records.js';

/** A decision as it is sent to the server. */
export type ReviewAction =
  | {
      action: 'accept';
      /** Made by the browser, so that a repeat after a lost answer makes no second copy. */
      copy_id: string;
      annotation_type?: AnnotationType;
      coordinates?: AnnotationCoordinates;
      content?: string;
    }
  | { action: 'reject'; reason: string }
  | { action: 'undo' };

export interface Reviewed {
  annotation: Annotation;
  copy: Annotation | null;
}

/** What a decision makes stale: an accepted annotation takes its mention along, a rejected one ends it. */
export const REVIEWED: readonly TagType[] = ['Mention', 'MentionHistory', 'Feature'];

/** Nobody looks at a project's whole list for long after the last screen that shows it. */
const KEPT_SECONDS = 60;

export const decisionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** All annotations of a project. */
    getProjectAnnotations: build.query<Annotation[], string>({
      query: (projectId) => `/api/projects/${encodeURIComponent(projectId)}/annotations`,
      transformResponse: (answer: Envelope<Annotation[]>) => answer.data,
      providesTags: ['Annotation'],
      keepUnusedDataFor: KEPT_SECONDS,
    }),
    /** Whoever decides has {@link REVIEWED} read again: for several decisions once. */
    postReview: build.mutation<Reviewed, { id: string; body: ReviewAction }>({
      query: ({ id, body }) => ({ url: `/api/annotations/${encodeURIComponent(id)}/review`, method: 'POST', body }),
      transformResponse: (answer: Envelope<Reviewed>) => answer.data,
    }),
  }),
});

export const { useGetProjectAnnotationsQuery, usePostReviewMutation } = decisionsApi;
