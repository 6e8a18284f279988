/** What every failed call of the SPA becomes, wherever it failed: in the network, in the gateway or in a service. */
export interface ApiError {
  /** HTTP status; 0 when no answer came at all. */
  status: number;
  /** A sentence a person can read. */
  message: string;
  /** Stable snake_case id of the error; `network_error` and `http_<status>` are made here when the server sent none. */
  code: string;
  /** Messages by field name, for forms. Empty when the error is not about fields. */
  fields: Record<string, string>;
  /** Set when the server said nothing a person can read: the message is the HTTP status and its text. */
  isSilent?: true;
  /** Seconds to wait before a repeat, from `Retry-After`; absent when the server did not say. */
  retryAfter?: number;
  requestId?: string;
  /** What else the answer carried, e.g. the current row of a stale write; absent when it carried nothing else. */
  more?: Readonly<Record<string, unknown>>;
}

/** Whether a call was refused because what it asks for is not there for the caller, be it unknown or not theirs to see (AUTH-37). */
export const isOutOfReach = (error: object | undefined): boolean =>
  error !== undefined && 'status' in error && (error.status === 404 || error.status === 403);

/** The sentence for a call that got no answer. */
export const NETWORK_ERROR_MESSAGE = 'The server cannot be reached. Check your connection and try again.';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** Reads `fields` as a flat map of sentences; anything else in there is left out. */
const fieldMessages = (value: unknown): Record<string, string> =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {};

/** What every error answer may carry; everything else is {@link ApiError.more}. */
const COMMON = new Set(['error', 'message', 'code', 'fields', 'request_id']);

/**
 * Makes an {@link ApiError} of an HTTP answer: `error` or `message` of the body, else the HTTP status and its text (ERR-01).
 * @param body the parsed JSON body, or the text of a body that was no JSON
 */
export function errorFromResponse(response: Response, body: unknown): ApiError {
  const record = isRecord(body) ? body : {};
  // proxies in front of the gateway answer `{error: {message}}` or HTML; only sentences are taken from either
  const nested = isRecord(record.error) ? record.error : {};
  const said = text(record.error) ?? text(record.message) ?? text(nested.message);
  const more = Object.entries(record).filter(([name]) => !COMMON.has(name));
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    status: response.status,
    message: said ?? `${response.status} ${response.statusText}`.trim(),
    code: text(record.code) ?? `http_${response.status}`,
    fields: fieldMessages(record.fields),
    requestId: text(record.request_id) ?? response.headers.get('x-request-id') ?? undefined,
    ...(said === undefined ? { isSilent: true } : {}),
    ...(Number.isFinite(retryAfter) ? { retryAfter } : {}),
    ...(more.length > 0 ? { more: Object.fromEntries(more) } : {}),
  };
}

/**
 * The error, described by what failed where the server gave no reason of its own: `Failed to fetch projects (502 Bad Gateway)`.
 * @param failure what failed, without a full stop
 */
export const withFailure = (error: ApiError, failure: string): ApiError =>
  error.isSilent ? { ...error, message: `${failure} (${error.message})` } : error;

/** The {@link ApiError} of a call that got no answer. */
export const networkError = (): ApiError => ({
  status: 0,
  message: NETWORK_ERROR_MESSAGE,
  code: 'network_error',
  fields: {},
});

/** What the functions outside the store throw; inside the store only the plain {@link ApiError} travels. */
export class CallError extends Error {
  override readonly name = 'CallError';

  constructor(readonly detail: ApiError) {
    super(detail.message);
  }
}

export const isApiError = (value: unknown): value is ApiError =>
  isRecord(value) && typeof value.status === 'number' && typeof value.message === 'string' && isRecord(value.fields);

/** The {@link ApiError} in anything that was thrown or returned; a network error when it carries none. */
export function apiErrorOf(error: unknown): ApiError {
  if (error instanceof CallError) return error.detail;
  return isApiError(error) ? error : networkError();
}

/** Whether the server could not say: asked again later, it may do what it was asked for. */
export function isUnanswered(error: unknown): boolean {
  const { status } = apiErrorOf(error);
  return status === 0 || status === 429 || status >= 500;
}

/** Waits for a call; for a thing that is not there, or no longer (404), null. Rejects with every other error. */
export async function unlessNotFound<T>(call: PromiseLike<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (apiErrorOf(error).status === 404) return null;
    throw error;
  }
}

/** The sentence of a refused change of one field: that of the field, where the server has one; else that of the error. */
export function changeRefusal(error: unknown): string {
  const { fields, message } = apiErrorOf(error);
  return Object.values(fields)[0] ?? message;
}

/** The sentence to show for anything that was thrown or returned as an error; `fallback` when it carries none. */
export function errorMessage(error: unknown, fallback: string): string {
  if (isRecord(error)) return text(error.message) ?? fallback;
  return fallback;
}
