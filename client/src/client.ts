import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../gen/schema.js';
import { everyItem, type ListAnswer } from './paginate.js';
import { retrying, wait, type RetryOptions } from './retries.js';
import { SymbioError, symbioErrorOf } from './symbio-error.js';
import type { AnswerOf, Call, InitOf, InitParameter, ItemOf, ListPath, PathOf } from './types.js';

export interface SymbioClientOptions {
  /** Where Symbio is, such as `https://symbio.example.com`. */
  baseUrl: string;
  /** `sk_…`, from Settings / Public API. */
  apiKey: string;
  /** Sends requests; the platform's own by default. */
  fetch?: (request: Request) => Promise<Response>;
  /** How requests are sent again; up to 5 times within pauses of a minute by default. */
  retries?: Partial<RetryOptions>;
}

/** The public API of Symbio. Calls answer the body of the answer and throw a `SymbioError` for a refusal. */
export interface SymbioClient {
  get: Call<'get'>;
  /** As `get`, but null where there is no such thing, or none that the key may see (404). */
  find: <Path extends PathOf<'get'>, Init extends InitOf<Path, 'get'>>(
    path: Path,
    ...init: InitParameter<Init>
  ) => Promise<AnswerOf<Path, 'get', Init> | null>;
  /** Carries an `Idempotency-Key` of its own unless one is given: sent again, it makes nothing twice. */
  post: Call<'post'>;
  put: Call<'put'>;
  delete: Call<'delete'>;
  /** Every item of a list, page after page; `params.query` filters it, and says how large pages are. */
  paginate: <Path extends ListPath, Init extends InitOf<Path, 'get'>>(
    path: Path,
    ...init: InitParameter<Init>
  ) => AsyncGenerator<ItemOf<Path>, void, undefined>;
  /**
   * The same calls with their `Response`: for headers such as `RateLimit`, or an answer that is read as a stream. Refusals
   * are thrown here, too; 304, for who sends `If-None-Match`, is an answer.
   */
  raw: Client<paths>;
}

/** For a caller who has it already: an answer of `raw`, and of calls that answer a body none. */
const NOT_MODIFIED = 304;
const DEFAULT_RETRIES: RetryOptions = { attempts: 5, longestWait: 60_000, wait };

interface Query {
  params?: { query?: Record<string, unknown> };
}

/** A client of the public API for one key. */
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

  /** The body of the answer; refusals are thrown above. */
  const call =
    (method: 'get' | 'post' | 'put' | 'delete') =>
    async (path: string, init?: object): Promise<unknown> => {
      const request = raw.request as (
        method: string,
        path: string,
        init?: object,
      ) => Promise<{ data?: unknown; response: Response }>;
      const { data, response } = await request(method, path, init);
      // nothing would be taken for the body that the types promise
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
