import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../gen/schema.js';
import { everyItem, type ListAnswer } from './paginate.js';
import { retrying, wait, type RetryOptions } from './retries.js';
import { SymbioError, symbioErrorOf } from './symbio-error.js';
import type { AnswerOf, Call, InitOf, InitParameter, ItemOf, ListPath, PathOf } from './types.js';

export interface SymbioClientOptions {
  /** Server origin, such as `https://symbio.example.com`. */
  baseUrl: string;
  /** `sk_…`, from Settings / Public API. */
  apiKey: string;
  /** Default: the platform's fetch. */
  fetch?: (request: Request) => Promise<Response>;
  /** Retry options; default up to 5 attempts with pauses of at most a minute. */
  retries?: Partial<RetryOptions>;
}

/** Client of the public API. Calls return the body and throw `SymbioError`. */
export interface SymbioClient {
  get: Call<'get'>;
  /** Like `get`, but null for 404 (missing or invisible to the key). */
  find: <Path extends PathOf<'get'>, Init extends InitOf<Path, 'get'>>(
    path: Path,
    ...init: InitParameter<Init>
  ) => Promise<AnswerOf<Path, 'get', Init> | null>;
  /** Adds an `Idempotency-Key` unless given, so retries are safe. */
  post: Call<'post'>;
  put: Call<'put'>;
  delete: Call<'delete'>;
  /** Iterates all items of a list. */
  paginate: <Path extends ListPath, Init extends InitOf<Path, 'get'>>(
    path: Path,
    ...init: InitParameter<Init>
  ) => AsyncGenerator<ItemOf<Path>, void, undefined>;
  /** The same calls, returning a `Response` (also for 304). */
  raw: Client<paths>;
}

/** Returned by `raw` calls; an error for calls that return a body. */
const NOT_MODIFIED = 304;
const DEFAULT_RETRIES: RetryOptions = { attempts: 5, maxWait: 60_000, wait };

interface Query {
  params?: { query?: Record<string, unknown> };
}

export function createSymbioClient(options: SymbioClientOptions): SymbioClient {
  const { baseUrl, apiKey, fetch: send = (request) => fetch(request) } = options;
  const raw = createClient<paths>({
    baseUrl: `${baseUrl.replace(/\/+$/, '')}/api/public`,
    fetch: retrying(send, { ...DEFAULT_RETRIES, ...options.retries }),
    headers: { authorization: `Bearer ${apiKey}` },
  });
  raw.use({
    onRequest: ({ request }) => {
      if (request.method === 'POST' && !request.headers.has('idempotency-key'))
        request.headers.set('idempotency-key', crypto.randomUUID());
    },
    onResponse: async ({ request, response }) => {
      if (!response.ok && response.status !== NOT_MODIFIED) throw await symbioErrorOf(response, request);
    },
  });

  /** Response body; errors are thrown before. */
  const call =
    (method: 'get' | 'post' | 'put' | 'delete') =>
    async (path: string, init?: object): Promise<unknown> => {
      const request = raw.request as (
        method: string,
        path: string,
        init?: object,
      ) => Promise<{ data?: unknown; response: Response }>;
      const { data, response } = await request(method, path, init);
      // 304 has no body of the promised type
      if (response.status === NOT_MODIFIED) throw await symbioErrorOf(new Response(null, response));
      return data;
    };
  const get = call('get');

  return {
    get: get as Call<'get'>,
    find: ((path: string, init?: object) =>
      get(path, init).catch((error: unknown) => {
        if (error instanceof SymbioError && error.status === 404) return null;
        throw error;
      })) as SymbioClient['find'],
    post: call('post') as Call<'post'>,
    put: call('put') as Call<'put'>,
    delete: call('delete') as Call<'delete'>,
    paginate: ((path: string, init: Query = {}) =>
      everyItem(
        (query) => get(path, { ...init, params: { ...init.params, query } }) as Promise<ListAnswer<unknown>>,
        init.params?.query ?? {},
      )) as SymbioClient['paginate'],
    raw,
  };
}
