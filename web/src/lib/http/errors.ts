import { messageInWords } from './field-words.js';

/** From the network, the gateway and services. */
export interface ApiError {
  /** 0 without a response. */
  status: number;
  message: string;
  /** Stable, snake_case; `network_error` and `http_<status>` are generated here if the server sent none. */
  code: string;
  fields: Record<string, string>;
  /** Set when the server sent no readable message: `message` is the HTTP status text. */
  isSilent?: true;
  /** `Retry-After` in seconds. */
  retryAfter?: number;
  requestId?: string;
  /** Such as the current row after a conflict. */
  more?: Readonly<Record<string, unknown>>;
}

/** It does not exist or is not visible to the caller (AUTH-37). */
export const isNotAccessible = (error: object | undefined): boolean =>
  error !== undefined && 'status' in error && (error.status === 404 || error.status === 403);

/** No response, rate limit, busy server, gateway timeout: the same request may succeed later. */
export const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([0, 429, 502, 503, 504]);

export const NETWORK_ERROR_MESSAGE = 'The server cannot be reached. Check your connection and try again.';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

const fieldMessages = (value: unknown): Record<string, string> =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {};

/** The rest is {@link ApiError.more}. */
const COMMON = new Set(['error', 'message', 'code', 'fields', 'request_id']);

/** `error` or `message` of the body, else the HTTP status text (ERR-01). */
export function errorFromResponse(response: Response, body: unknown): ApiError {
  const record = isRecord(body) ? body : {};
  // proxies answer with `{error: {message}}` or HTML; only messages are used
  const nested = isRecord(record.error) ? record.error : {};
  const said = text(record.error) ?? text(record.message) ?? text(nested.message);
  const sent = fieldMessages(record.fields);
  // the general message repeats that of the first field
  const ofField = Object.keys(sent).find((name) => sent[name] === said);
  const more = Object.entries(record).filter(([name]) => !COMMON.has(name));
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return {
    status: response.status,
    message:
      (ofField === undefined ? said : messageInWords(ofField, said ?? '')) ??
      `${response.status} ${response.statusText}`.trim(),
    code: text(record.code) ?? `http_${response.status}`,
    fields: Object.fromEntries(Object.entries(sent).map(([name, message]) => [name, messageInWords(name, message)])),
    requestId: text(record.request_id) ?? response.headers.get('x-request-id') ?? undefined,
    ...(said === undefined ? { isSilent: true } : {}),
    ...(Number.isFinite(retryAfter) ? { retryAfter } : {}),
    ...(more.length > 0 ? { more: Object.fromEntries(more) } : {}),
  };
}

/** Without a message from the server: `Failed to fetch projects (502 Bad Gateway)`. */
export const withFailure = (error: ApiError, failure: string): ApiError =>
  error.isSilent ? { ...error, message: `${failure} (${error.message})` } : error;

export const networkError = (): ApiError => ({
  status: 0,
  message: NETWORK_ERROR_MESSAGE,
  code: 'network_error',
  fields: {},
});

/** Thrown outside the store; the store holds plain {@link ApiError} objects. */
export class CallError extends Error {
  override readonly name = 'CallError';

  constructor(readonly detail: ApiError) {
    super(detail.message);
  }
}

export const isApiError = (value: unknown): value is ApiError =>
  isRecord(value) && typeof value.status === 'number' && typeof value.message === 'string' && isRecord(value.fields);

/** Without one, a network error. */
export function apiErrorOf(error: unknown): ApiError {
  if (error instanceof CallError) return error.detail;
  return isApiError(error) ? error : networkError();
}

/** A retry may succeed. */
export function isUnanswered(error: unknown): boolean {
  const { status } = apiErrorOf(error);
  return status === 0 || status === 429 || status >= 500;
}

/** Null for 404. Rejects with other errors. */
export async function unlessNotFound<T>(call: PromiseLike<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (apiErrorOf(error).status === 404) return null;
    throw error;
  }
}

/** Field's message, else the general one. */
export function changeRefusal(error: unknown): string {
  const { fields, message } = apiErrorOf(error);
  return Object.values(fields)[0] ?? message;
}

/** Each once; empty if there are none. */
export const distinctReasons = (reasons: readonly string[]): string => [...new Set(reasons)].join(' ');

export function errorMessage(error: unknown, fallback: string): string {
  if (isRecord(error)) return text(error.message) ?? fallback;
  return fallback;
}
