import type { ApiKey as ClientKey, KeyWrite as ClientWrite } from '@symbio/client/app';
import { api, type Envelope, type Page } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';
import type { ApiItem } from '../../lib/http/api-types.js';
import type { ProjectChoice } from '../../lib/project/project-search.js';
import { apiErrorOf } from '../../lib/http/errors.js';
import { request } from '../../lib/http/request.js';

/** OP-21 */
export type ApiKey = ApiItem<ClientKey>;

export type KeyAccess = ApiKey['access'];

/** A repeated request explains why the secret is missing. */
type ShownOnce = { key: string } | { key?: undefined; message: string };

export type RotatedApiKey = ApiKey & ShownOnce;

export type KeyWrite = Omit<ClientWrite, 'at' | 'user_id' | 'author_id'> & { at: string };

export type CreatedApiKey = ApiKey & ShownOnce;

export interface NewApiKey {
  /** Client-generated: creation is idempotent. */
  id: string;
  name: string;
  user_id: string;
  /** Default: the user's own author. */
  author_id?: string;
  /** Default: every project of the user. */
  project_ids?: string[];
  /** Default: read and write. */
  access?: KeyAccess;
  /** Default: never. */
  expires_at?: string;
}

export interface AgentAuthor {
  id: string;
  agent_name: string;
  agent_version: string;
}

const WRITES_SHOWN = 20;

/** Undefined if deleted. */
async function projectOf(id: string, signal: AbortSignal): Promise<ProjectChoice | undefined> {
  try {
    const call = operation('GET', '/api/public/projects/{id}', { path: { id } });
    return (await request<Envelope<ProjectChoice>>({ ...call, signal })).data;
  } catch (thrown) {
    if (apiErrorOf(thrown).status === 404) return undefined;
    throw thrown;
  }
}

const keysApi = api.injectEndpoints({
  endpoints: (build) => ({
    listApiKeys: build.query<ApiKey[], void>({
      query: () => operation('GET', '/api/api-keys'),
      transformResponse: (answer: Envelope<ApiKey[]>) => answer.data,
      providesTags: ['ApiKey'],
    }),
    createApiKey: build.mutation<CreatedApiKey, NewApiKey>({
      query: (body) => operation('POST', '/api/api-keys', { body }),
      transformResponse: (answer: Envelope<CreatedApiKey>) => answer.data,
      invalidatesTags: (_result, error) => (error ? [] : ['ApiKey']),
    }),
    rotateApiKey: build.mutation<RotatedApiKey, { id: string; rotationId: string }>({
      query: ({ id, rotationId }) =>
        operation('POST', '/api/api-keys/{id}/rotate', { path: { id }, body: { rotation_id: rotationId } }),
      transformResponse: (answer: Envelope<RotatedApiKey>) => answer.data,
      invalidatesTags: (_result, error) => (error ? [] : ['ApiKey']),
    }),
    listKeyWrites: build.query<Page<KeyWrite>, { id: string; page: number }>({
      query: ({ id, page }) =>
        operation('GET', '/api/api-keys/{id}/writes', { path: { id }, query: { page, per_page: WRITES_SHOWN } }),
      // always read the current state when opened
      keepUnusedDataFor: 0,
    }),
    revokeApiKey: build.mutation<void, string>({
      query: (id) => operation('DELETE', '/api/api-keys/{id}', { path: { id } }),
      transformResponse: () => undefined,
      // also on failure: the key may have been revoked by another user
      invalidatesTags: ['ApiKey'],
    }),
    listAgentAuthors: build.query<AgentAuthor[], void>({
      query: () => operation('GET', '/api/public/authors', { query: { author_type: 'ai_agent' } }),
      extraOptions: { whole: true },
      transformResponse: (answer: Envelope<AgentAuthor[]>) => answer.data,
      providesTags: ['Author'],
    }),
    /** In the order of the ids; null for deleted projects. */
    projectTitles: build.query<(string | null)[], string[]>({
      queryFn: async (ids, { signal }) => {
        try {
          const found = await Promise.all(ids.map((id) => projectOf(id, signal)));
          return { data: found.map((project) => project?.title ?? null) };
        } catch (thrown) {
          if (signal.aborted) throw thrown;
          return { error: apiErrorOf(thrown) };
        }
      },
      providesTags: ['Project'],
    }),
  }),
});

export const {
  useListApiKeysQuery,
  useCreateApiKeyMutation,
  useRotateApiKeyMutation,
  useListKeyWritesQuery,
  useRevokeApiKeyMutation,
  useListAgentAuthorsQuery,
  useProjectTitlesQuery,
} = keysApi;
