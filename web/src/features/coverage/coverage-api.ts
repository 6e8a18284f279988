import type { Coverage, Gap } from '@symbio/client';
import type { CoverageArea, CoverageState } from '@symbio/proto/project/vocabulary';
import { api, type Envelope } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';

export type { Coverage, Gap };
export type CoverageCell = Coverage['cells'][number];
export type CoverageInterval = Coverage['intervals'][number];
export type Superseded = Coverage['history'][number];
export type GapValues = Pick<
  Gap,
  'kind' | 'from' | 'to' | 'area' | 'source' | 'tried' | 'significant' | 'reason' | 'effect'
>;

/** A source in a decade and area. */
export type Place = Pick<CoverageCell, 'source' | 'decade' | 'area'>;

export interface Statement {
  source: CoverageCell['source'];
  decade: number;
  area: CoverageArea;
  coverage_state: CoverageState;
  note: string;
}

interface Statements {
  projectId: string;
  cells: readonly Statement[];
  firstUse: { year: number; note: string } | null;
  updatedAt: string | null;
}
const dataOf = <Data>({ data }: Envelope<Data>): Data => data;

const coverageApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCoverage: build.query<Coverage, string>({
      query: (projectId) => operation('GET', '/api/public/projects/{id}/coverage', { path: { id: projectId } }),
      transformResponse: dataOf<Coverage>,
      providesTags: ['Project', 'Document', 'DocumentPage', 'Feature', 'Mention', 'Annotation', 'RecordSearch'],
    }),
    saveCoverage: build.mutation<Coverage, Statements>({
      query: ({ projectId, cells, firstUse, updatedAt }) =>
        operation('PUT', '/api/public/projects/{id}/coverage', {
          path: { id: projectId },
          body: { cells, first_use: firstUse, ...(updatedAt !== null && { updated_at: updatedAt }) },
        }),
      transformResponse: dataOf<Coverage>,
      invalidatesTags: ['Project'],
    }),
    listGaps: build.query<Gap[], string>({
      query: (projectId) => operation('GET', '/api/public/gaps', { query: { project_id: projectId } }),
      extraOptions: { whole: true },
      transformResponse: dataOf<Gap[]>,
      providesTags: ['Project'],
    }),
    createGap: build.mutation<Gap, { projectId: string; id: string; values: GapValues }>({
      query: ({ projectId, id, values }) =>
        operation('POST', '/api/public/gaps', { body: { id, project_id: projectId, ...values } }),
      transformResponse: dataOf<Gap>,
      invalidatesTags: (_gap, error) => (error ? [] : ['Project']),
    }),
    updateGap: build.mutation<Gap, { id: string; values: GapValues; updatedAt: string | null }>({
      query: ({ id, values, updatedAt }) =>
        operation('PUT', '/api/public/gaps/{id}', {
          path: { id },
          body: { ...values, ...(updatedAt !== null && { updated_at: updatedAt }) },
        }),
      transformResponse: dataOf<Gap>,
      invalidatesTags: ['Project'],
    }),
    deleteGap: build.mutation<void, string>({
      query: (id) => operation('DELETE', '/api/public/gaps/{id}', { path: { id } }),
      transformResponse: () => undefined,
      invalidatesTags: ['Project'],
    }),
  }),
});

export const {
  useGetCoverageQuery,
  useSaveCoverageMutation,
  useListGapsQuery,
  useCreateGapMutation,
  useUpdateGapMutation,
  useDeleteGapMutation,
} = coverageApi;
