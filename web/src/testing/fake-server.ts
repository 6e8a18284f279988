import { jest } from '@jest/globals';

export interface FakeRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  /** FormData unchanged; undefined without a body. */
  body: unknown;
  authorization: string | null;
  requestId: string | null;
}

/** Defaults to status 200 and JSON. */
export interface FakeAnswer {
  status?: number;
  json?: unknown;
  text?: string;
  stream?: ReadableStream<Uint8Array>;
  headers?: Record<string, string>;
}

export type FakeHandler = (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>;

export interface FakeServer {
  /** `GET /api/me`; a trailing `*` matches a prefix. Later handlers win. */
  on: (route: string, handler: FakeHandler | FakeAnswer) => void;
  requests: FakeRequest[];
  /** Of one route, e.g. `POST /api/public/projects`. */
  requestsOf: (route: string) => FakeRequest[];
}

/** Test releases it, before or after the request. */
export function heldAnswer(): { handler: () => Promise<FakeAnswer>; answer: (value: FakeAnswer) => void } {
  let answer: (value: FakeAnswer) => void = () => undefined;
  const promise = new Promise<FakeAnswer>((resolve) => (answer = resolve));
  return { handler: () => promise, answer };
}

const nothing: FakeAnswer = { status: 404, json: { error: 'Not found', code: 'not_found' } };

const STATUS_TEXTS: Record<number, string> = {
  401: 'Unauthorized',
  404: 'Not Found',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
};

function responseOf({ status = 200, json, text, stream, headers = {} }: FakeAnswer): Response {
  // a 204 Response does not allow a body, not even an empty one
  const body = status === 204 ? null : (stream ?? text ?? JSON.stringify(json ?? null));
  return new Response(body, { status, statusText: STATUS_TEXTS[status] ?? '', headers });
}

/** Unknown routes return 404. */
export function fakeServer(): FakeServer {
  const handlers: { method: string; path: string; handler: FakeHandler }[] = [];
  const requests: FakeRequest[] = [];
  const matches = (pattern: string, path: string): boolean =>
    pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : pattern === path;

  const answer = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(
      typeof input === 'string' ? input : input instanceof URL ? input.href : input.url,
      'http://symbio.test',
    );
    const headers = new Headers(init.headers);
    const request: FakeRequest = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : (init.body ?? undefined),
      authorization: headers.get('authorization'),
      requestId: headers.get('x-request-id'),
    };
    requests.push(request);
    const found = handlers.findLast((each) => each.method === request.method && matches(each.path, request.path));
    return responseOf(found ? await found.handler(request) : nothing);
  };
  globalThis.fetch = jest.fn(answer);

  return {
    requests,
    on: (route, handler) => {
      const [method = 'GET', path = route] = route.split(' ');
      handlers.push({ method, path, handler: typeof handler === 'function' ? handler : () => handler });
    },
    requestsOf: (route) => requests.filter((each) => `${each.method} ${each.path}` === route),
  };
}
