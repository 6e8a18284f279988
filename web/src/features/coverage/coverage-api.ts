import type { Coverage, Gap } from '@symbio/client';
import type { CoverageArea, CoverageState } from '@symbio/proto/project/vocabulary';
import { api, type Envelope } from '../../lib/http/api.js';

export type { Coverage, Gap };
export type CoverageCell = Coverage['cells'][number];
export type Superseded = Coverage['history'][number];
export type GapValues = Pick<
  Gap,
  'kind' | 'from' | 'to' | 'area' | 'source' | 'tried' | 'significant' | 'reason' | 'effect'
>;

/** A source in a decade and area. */
export type Place = Pick<CoverageCell, 'source' | 'decade' | 'area'>;

export interface Statement {
  source: string;
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

const ofProject = (projectId: string): string => `/api/public/projects/${encodeURIComponent(projectId)}/coverage`;
const GAPS = '/api/public/gaps';
const at = (id: string): string => `${GAPS}/${encodeURIComponent(id)}`;
const dataOf = <Data>({ data }: Envelope<Data>): Data => data;

const coverageApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCoverage: build.query<Coverage, string>({
      query: ofProject,
      transformResponse: dataOf<Coverage>,
      providesTags: ['Project', 'Document', 'DocumentPage', 'Feature', 'Mention', 'Annotation', 'RecordSearch'],
    }),
    saveCoverage: build.mutation<Coverage, Statements>({
      query: ({ projectId, cells, firstUse, updatedAt }) => ({
        url: ofProject(projectId),
        method: 'PUT',
        body: { cells, first_use: firstUse, ...(updatedAt !== null && { updated_at: updatedAt }) },
      }),
      transformResponse: dataOf<Coverage>,
      invalidatesTags: ['Project'],
    }),
    listGaps: build.query<Gap[], string>({
      query: (projectId) => ({ url: GAPS, params: { project_id: projectId } }),
      extraOptions: { whole: true },
      transformResponse: dataOf<Gap[]>,
      providesTags: ['Project'],
    }),
    createGap: build.mutation<Gap, { projectId: string; id: string; values: GapValues }>({
      query: ({ projectId, id, values }) => ({
        url: GAPS,
        method: 'POST',
        body: { id, project_id: projectId, ...values },
      }),
      transformResponse: dataOf<Gap>,
      invalidatesTags: (_gap, error) => (error ? [] : ['Project']),
    }),
    updateGap: build.mutation<Gap, { id: string; values: GapValues; updatedAt: string | null }>({
      query: ({ id, values, updatedAt }) => ({
        url: at(id),
        method: 'PUT',
        body: { ...values, ...(updatedAt !== null && { updated_at: updatedAt }) },
      }),
      transformResponse: dataOf<Gap>,
      invalidatesTags: ['Project'],
    }),
    deleteGap: build.mutation<void, string>({
      query: (id) => ({ url: at(id), method: 'DELETE' }),
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
