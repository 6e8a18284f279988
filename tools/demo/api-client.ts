import { setTimeout as sleep } from 'node:timers/promises';

/** What the gateway answered to a call that failed. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly call: string,
    message: string,
  ) {
    super(`${call} answered ${status}: ${message}`);
  }
}

export interface ApiOptions {
  /** Origin of the gateway, e.g. http://127.0.0.1:8080. */
  url: string;
  signal?: AbortSignal;
}

interface RequestBody {
  json?: unknown;
  form?: FormData;
}

type Query = Readonly<Record<string, string | number>>;

/** Times a call is sent again when the gateway says that it is busy or that a service is away. */
const MAX_REPEATS = 6;
/** Longest wait that a Retry-After may ask for, seconds. */
const MAX_WAIT_SECONDS = 10;
/** A call that takes longer than this is given up, milliseconds; uploads have no such end. */
const CALL_TIMEOUT_MS = 30_000;

/** A signed-in user of the HTTP interface. */
export class ApiClient {
  private constructor(
    private readonly options: ApiOptions,
    private readonly token: string,
  ) {}

  /** @throws ApiError 401 for a wrong password */
  static async signIn(options: ApiOptions, email: string, password: string): Promise<ApiClient> {
    const anonymous = new ApiClient(options, '');
    const { access_token: token } = await anonymous.send<{ access_token: string }>('POST', '/api/auth/sign-in', {
      json: { email, password },
    });
    return new ApiClient(options, token);
  }

  /** The header of calls that are made without this client. */
  get authorization(): Record<string, string> {
    return this.token ? { Authorization: `Bearer ${this.token}` } : {};
  }

  get<T>(path: string, query: Query = {}): Promise<T> {
    return this.send<T>('GET', withQuery(path, query));
  }

  post<T>(path: string, json: unknown): Promise<T> {
    return this.send<T>('POST', path, { json });
  }

  put<T>(path: string, query: Query, json: unknown): Promise<T> {
    return this.send<T>('PUT', withQuery(path, query), { json });
  }

  delete<T>(path: string): Promise<T> {
    return this.send<T>('DELETE', path);
  }

  upload<T>(path: string, form: FormData): Promise<T> {
    return this.send<T>('POST', path, { form });
  }

  private async request(method: string, path: string, body: RequestBody): Promise<Response> {
    const { url, signal } = this.options;
    try {
      return await fetch(new URL(path, url), {
        method,
        headers: {
          ...this.authorization,
          ...(body.json !== undefined && { 'Content-Type': 'application/json' }),
        },
        body: body.form ?? (body.json === undefined ? undefined : JSON.stringify(body.json)),
        signal: AbortSignal.any([
          ...(body.form ? [] : [AbortSignal.timeout(CALL_TIMEOUT_MS)]),
          ...(signal ? [signal] : []),
        ]),
      });
    } catch (error) {
      // fetch says "fetch failed" whatever the reason; the reason is in the cause
      if (error instanceof TypeError && error.cause instanceof Error)
        throw new Error(`${method} ${path}: ${url} cannot be reached (${error.cause.message})`, { cause: error });
      throw error;
    }
  }

  private async send<T>(method: string, path: string, body: RequestBody = {}): Promise<T> {
    for (let repeat = 0; ; repeat++) {
      const response = await this.request(method, path, body);
      if (response.ok) return (await response.json()) as T;
      const message = sentenceOf(await response.text());
      if ((response.status !== 429 && response.status !== 503) || repeat >= MAX_REPEATS)
        throw new ApiError(response.status, `${method} ${path}`, message);
      const asked = Number(response.headers.get('retry-after') ?? 1);
      await sleep(Math.min(Number.isFinite(asked) ? asked : 1, MAX_WAIT_SECONDS) * 1000, undefined, {
        signal: this.options.signal,
      });
    }
  }
}

function withQuery(path: string, query: Query): string {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs).toString()}` : path;
}

/** The `error` sentence of a body, or the body itself when it is none of ours. */
function sentenceOf(body: string): string {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === 'object' && parsed !== null && 'error' in parsed && typeof parsed.error === 'string') {
      const fields = 'fields' in parsed ? ` ${JSON.stringify(parsed.fields)}` : '';
      return parsed.error + fields;
    }
  } catch {
    // not JSON: a proxy's page, shown as it is
  }
  return body.slice(0, 300);
}
