import type { PageTitleBlock, SheetFactName, TitleBlockChange, VolumeChange } from './title-block-records.js';
import { api, type Envelope } from '../../../../lib/http/api.js';
import { operation } from '../../../../lib/http/operation.js';

/** Null for "not known". */
export interface FactAnswer {
  pageId: string;
  documentId: string;
  fact: SheetFactName;
  /** Undefined resets the correction. */
  value: string | number | null | undefined;
  /** `updated_at` of the title block the user saw. */
  seen: string | null;
  /** One of several corrections, after which the caller refreshes the pages. */
  isPart?: true;
}

interface VolumeQuery {
  pageId: string;
  documentId: string;
  /** Repeating it continues an interrupted correction. */
  id: string;
  fact: SheetFactName;
  /** Default: all sheets without a correction. */
  pageIds?: string[];
}

interface VolumeAnswer {
  id: string;
  changes: VolumeChange[];
  /** Their number of changes is exhausted. */
  full_page_ids: string[];
}
const stale = (_answer: unknown, _error: unknown, { documentId }: { documentId: string }) =>
  [{ type: 'DocumentPage', id: documentId }] as const;

export const titleBlockApi = api.injectEndpoints({
  endpoints: (build) => ({
    getTitleBlock: build.query<PageTitleBlock, { pageId: string; documentId: string }>({
      query: ({ pageId }) => operation('GET', '/api/public/document-pages/{id}/title-block', { path: { id: pageId } }),
      transformResponse: (answer: Envelope<PageTitleBlock>) => answer.data,
      providesTags: (_block, _error, { documentId }) => [{ type: 'DocumentPage', id: documentId }],
    }),
    correctTitleBlock: build.mutation<PageTitleBlock, FactAnswer>({
      extraOptions: { failure: 'Failed to save the correction' },
      query: ({ pageId, fact, value, seen }) =>
        operation('PUT', '/api/public/document-pages/{id}/title-block', {
          path: { id: pageId },
          body: { ...(value === undefined ? { reset: [fact] } : { [fact]: value }), updated_at: seen },
        }),
      transformResponse: (answer: Envelope<PageTitleBlock>) => answer.data,
      invalidatesTags: (answer, error, call) => (call.isPart ? [] : stale(answer, error, call)),
    }),
    getVolumeOffer: build.query<VolumeChange[], Omit<VolumeQuery, 'pageIds'>>({
      query: ({ pageId, id, fact }) =>
        operation('POST', '/api/public/document-pages/{id}/title-block/volume', {
          path: { id: pageId },
          query: { dry_run: true },
          body: { id, facts: [fact] },
        }),
      transformResponse: (answer: Envelope<VolumeAnswer>) => answer.data.changes,
      keepUnusedDataFor: 0,
    }),
    correctVolume: build.mutation<VolumeAnswer, VolumeQuery>({
      extraOptions: { failure: 'Failed to correct the other sheets' },
      query: ({ pageId, id, fact, pageIds }) =>
        operation('POST', '/api/public/document-pages/{id}/title-block/volume', {
          path: { id: pageId },
          body: { id, facts: [fact], ...(pageIds && { page_ids: pageIds }) },
        }),
      transformResponse: (answer: Envelope<VolumeAnswer>) => answer.data,
      invalidatesTags: stale,
    }),
    undoVolumeCorrection: build.mutation<
      { changes: VolumeChange[]; kept_page_ids: string[] },
      { pageId: string; documentId: string; id: string }
    >({
      extraOptions: { failure: 'Failed to undo the correction' },
      query: ({ pageId, id }) =>
        operation('POST', '/api/public/document-pages/{id}/title-block/volume/{correction_id}/undo', {
          path: { id: pageId, correction_id: id },
        }),
      transformResponse: (answer: Envelope<{ changes: VolumeChange[]; kept_page_ids: string[] }>) => answer.data,
      invalidatesTags: stale,
    }),
  }),
});

export const {
  useGetTitleBlockQuery,
  useLazyGetTitleBlockQuery,
  useCorrectTitleBlockMutation,
  useGetVolumeOfferQuery,
  useCorrectVolumeMutation,
  useUndoVolumeCorrectionMutation,
} = titleBlockApi;
export type { TitleBlockChange };
