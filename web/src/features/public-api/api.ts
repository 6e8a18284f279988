import { api, type Envelope, type Page } from '../../lib/api.js';
import type { ProjectChoice } from '../../lib/project-search.js';
import { apiErrorOf } from '../../lib/errors.js';
import { request } from '../../lib/http.js';

/** A key of the public API, as the list for administrators serves it (OP-21). */
export interface ApiKey {
  id: string;
  name: string;
  /** Whose access it has. */
  user_id: string;
  /** Empty for a user who was deleted. */
  user_name: string;
  /** Whose work it writes. */
  author_id: string;
  author_name: string;
  /** Empty: every project its user can open. */
  project_ids: string[];
  /** The last characters of the key, to tell keys apart. */
  hint: string;
  /** What it may do. */
  access: KeyAccess;
  created_at: string;
  /** When it ends by itself. */
  expires_at: string | null;
  last_used_at: string | null;
  /** Where it was used from then. */
  last_used_address: string | null;
  rotated_at: string | null;
  /** Until when the secret before the last rotation is good. */
  old_secret_until: string | null;
}

export type KeyAccess = 'read' | 'write';

/** A secret, shown once; or why it is missing when what made it is repeated. */
type ShownOnce = { key: string } | { key?: undefined; message: string };

/** A key whose secret was just replaced. */
export type RotatedApiKey = ApiKey & ShownOnce;

/** What a key wrote, or tried to. */
export interface KeyWrite {
  id: string;
  at: string;
  method: string;
  operation: string;
  resource_id: string | null;
  /** The HTTP status that it was answered. */
  status: number;
  request_id: string;
  address: string | null;
  run_id: string | null;
}

/** A key that was just created. The key itself comes once; a creation that is repeated answers why it is missing. */
export type CreatedApiKey = ApiKey & ShownOnce;

export interface NewApiKey {
  /** Made here, so that a creation that is sent twice makes one key. */
  id: string;
  name: string;
  user_id: string;
  /** The user's own author unless given. */
  author_id?: string;
  /** Every project the user can open unless given. */
  project_ids?: string[];
  /** Reading and writing unless given. */
  access?: KeyAccess;
  /** Never unless given. */
  expires_at?: string;
}

/** An AI agent that findings can be written as. */
export interface AgentAuthor {
  id: string;
  agent_name: string;
  agent_version: string;
}

/** A project to choose from. */
/** Writes of a key on one page. */
const WRITES_SHOWN = 20;

/** Reads one project; undefined for one that was deleted. */
async function projectOf(id: string, signal: AbortSignal): Promise<ProjectChoice | undefined> {
  try {
    const params = { id };
    return (await request<Envelope<ProjectChoice>>({ url: '/api/public/projects', params, signal })).data;
  } catch (thrown) {
    if (apiErrorOf(thrown).status === 404) return undefined;
    throw thrown;
  }
}

const keysApi = api.injectEndpoints({
  endpoints: (build) => ({
    listApiKeys: build.query<ApiKey[], void>({
      query: () => '/api/api-keys',
      transformResponse: (answer: Envelope<ApiKey[]>) => answer.data,
      providesTags: ['ApiKey'],
    }),
    createApiKey: build.mutation<CreatedApiKey, NewApiKey>({
      query: (body) => ({ url: '/api/api-keys', method: 'POST', body }),
      transformResponse: (answer: Envelope<CreatedApiKey>) => answer.data,
      invalidatesTags: (_result, error) => (error ? [] : ['ApiKey']),
    }),
    rotateApiKey: build.mutation<RotatedApiKey, { id: string; rotationId: string }>({
      query: ({ id, rotationId }) => ({
        url: `/api/api-keys/${encodeURIComponent(id)}/rotate`,
        method: 'POST',
        body: { rotation_id: rotationId },
      }),
      transformResponse: (answer: Envelope<RotatedApiKey>) => answer.data,
      invalidatesTags: (_result, error) => (error ? [] : ['ApiKey']),
    }),
    listKeyWrites: build.query<Page<KeyWrite>, { id: string; page: number }>({
      query: ({ id, page }) => ({
        url: `/api/api-keys/${encodeURIComponent(id)}/writes`,
        params: { page, per_page: WRITES_SHOWN },
      }),
      // somebody who looks wants to know what is so now
      keepUnusedDataFor: 0,
    }),
    revokeApiKey: build.mutation<void, string>({
      query: (id) => ({ url: `/api/api-keys/${encodeURIComponent(id)}`, method: 'DELETE' }),
      transformResponse: () => undefined,
      // a key that was revoked by somebody else is no longer in the list as well
      invalidatesTags: ['ApiKey'],
    }),
    listAgentAuthors: build.query<AgentAuthor[], void>({
      query: () => ({ url: '/api/public/authors', params: { author_type: 'ai_agent' } }),
      extraOptions: { whole: true },
      transformResponse: (answer: Envelope<AgentAuthor[]>) => answer.data,
      providesTags: ['Author'],
    }),
    /** Titles of projects, in the order of the ids; null for those that were deleted. */
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
