import { jest } from '@jest/globals';

/** What a handler of the fake server receives. */
export interface FakeRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  /** Parsed JSON; the FormData itself for uploads; undefined without a body. */
  body: unknown;
  authorization: string | null;
  /** By which the logs of the servers find it. */
  requestId: string | null;
}

/** What a handler answers: status 200 and JSON unless it says otherwise. */
export interface FakeAnswer {
  status?: number;
  json?: unknown;
  text?: string;
  /** A body that is still being written. */
  stream?: ReadableStream<Uint8Array>;
  headers?: Record<string, string>;
}

export type FakeHandler = (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>;

export interface FakeServer {
  /** Answers `GET /api/me` and the like; `*` at the end of a path matches what begins with it. A later handler wins. */
  on: (route: string, handler: FakeHandler | FakeAnswer) => void;
  /** Every request so far, oldest first. */
  requests: FakeRequest[];
  /** The requests of one route, e.g. `POST /api/public/projects`. */
  requestsOf: (route: string) => FakeRequest[];
}

/** An answer that comes when the test says so, be that before or after the question. */
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
  // a Response of 204 refuses any body, even an empty one
  const body = status === 204 ? null : (stream ?? text ?? JSON.stringify(json ?? null));
  return new Response(body, { status, statusText: STATUS_TEXTS[status] ?? '', headers });
}

/** Takes the place of `fetch` for a test. Calls nobody answers get 404. */
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
