import type { Alignment as ClientAlignment } from '@symbio/client/app';
import type { PointPair, Similarity } from '@symbio/proto/document/similarity';
import { api, type Envelope } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';
import type { ApiItem } from '../../lib/http/api-types.js';

/** In pixels of the full images. */
export type StoredAlignment = Omit<ApiItem<ClientAlignment>, 'project_id' | 'by_id' | 'created_at'>;

export interface SheetPair {
  first: string;
  second: string;
}

export interface Alignment {
  pairs: readonly PointPair[];
  /** Applies where the pairs leave freedom; null: equal width. */
  base: Similarity | null;
}

const alignmentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Of the two sheets first, then of other sheets of the same documents, newest first. */
    getAlignments: build.query<StoredAlignment[], SheetPair>({
      query: ({ first, second }) =>
        operation('GET', '/api/alignments', { query: { first_page_id: first, second_page_id: second } }),
      transformResponse: (answer: Envelope<StoredAlignment[]>) => answer.data,
      providesTags: ['Alignment'],
    }),
    saveAlignment: build.mutation<StoredAlignment, SheetPair & Alignment & { updatedAt?: string | undefined }>({
      query: ({ first, second, pairs, base, updatedAt }) =>
        operation('PUT', '/api/alignments', {
          body: {
            first_page_id: first,
            second_page_id: second,
            pairs: pairs.map(({ from, to }) => ({ from_x: from.x, from_y: from.y, to_x: to.x, to_y: to.y })),
            ...(base && { base }),
            ...(updatedAt && { updated_at: updatedAt }),
          },
        }),
      transformResponse: (answer: Envelope<StoredAlignment>) => answer.data,
      invalidatesTags: ['Alignment'],
      async onQueryStarted({ first, second }, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        if (!saved) return;
        // keeps the sheets in position until the list is read again
        const { data } = saved;
        const put = alignmentsApi.util.updateQueryData('getAlignments', { first, second }, (rows) => [
          data,
          ...rows.filter(({ id }) => id !== data.id),
        ]);
        dispatch(put);
      },
    }),
  }),
});

export const { useGetAlignmentsQuery, useSaveAlignmentMutation } = alignmentsApi;
