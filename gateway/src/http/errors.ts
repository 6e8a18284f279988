import type { ErrorRequestHandler, Response } from 'express';
import { AppError, normalizeError, type AppErrorCode, type Logger } from '@symbio/runtime';
import { requestOf } from './request.js';

/** Such as the item's current state. */
export class DetailedError extends Error {
  override readonly name = 'DetailedRefusal';

  constructor(
    readonly error: AppError,
    readonly details: Record<string, unknown>,
  ) {
    super(error.message);
  }
}

/** HTTP status after the client disconnected (nginx's 499); never received. */
export const CLIENT_CLOSED = 499;

/** The only mapping from gRPC codes to HTTP status. */
const HTTP_STATUS: Record<AppErrorCode, number> = {
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  FAILED_PRECONDITION: 409,
  ABORTED: 409,
  OUT_OF_RANGE: 413,
  RESOURCE_EXHAUSTED: 429,
  CANCELLED: CLIENT_CLOSED,
  DEADLINE_EXCEEDED: 504,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

/** Reasons with a more specific status than their code's. */
const REASON_STATUS: Record<string, number> = {
  unsupported_type: 415,
  unsupported_file_type: 415,
  method_not_allowed: 405,
  slow_body: 408,
};

/** Retry-After seconds when a service is down. */
const RETRY_AFTER_SECONDS = 5;

export const BUSY = 'busy';

export const statusOf = (error: AppError): number => REASON_STATUS[error.reason] ?? HTTP_STATUS[error.code];

export const errorBody = (error: AppError, requestId: string) => ({
  error: error.message,
  code: error.reason,
  request_id: requestId,
  ...(error.fields ? { fields: error.fields } : {}),
});

/** Whether zlib failed (`Z_DATA_ERROR`, `ERR__ERROR_FORMAT_…`, `ERR_BROTLI_…`). */
const isBrokenEncoding = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:Z_|ERR__ERROR_|ERR_BROTLI)/.test(String(error.code));

const MB = 1_024 * 1_024;

function tooLarge(error: unknown): AppError {
  const limit = typeof error === 'object' && error !== null && 'limit' in error ? Number(error.limit) : 0;
  const most = limit >= MB ? `: the limit is ${Math.floor(limit / MB)} MB` : '';
  return new AppError('OUT_OF_RANGE', 'too_large', `The body is too large${most}.`);
}

function fromExpress(error: unknown): AppError {
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined;
  if (type === 'entity.parse.failed')
    return new AppError('INVALID_ARGUMENT', 'invalid_json', 'The body is not valid JSON.');
  // the client disconnected halfway
  if (type === 'request.aborted')
    return new AppError('CANCELLED', 'cancelled', 'The request ended early.', { cause: error });
  if (type === 'entity.too.large') return tooLarge(error);
  if (type === 'encoding.unsupported' || type === 'charset.unsupported')
    return new AppError('INVALID_ARGUMENT', 'unsupported_type', 'The encoding of the body is not supported.');
  if (isBrokenEncoding(error))
    return new AppError('INVALID_ARGUMENT', 'invalid_encoding', 'The body does not match its Content-Encoding.');
  if (error instanceof URIError) return new AppError('NOT_FOUND', 'not_found', 'Not found');
  return normalizeError(error);
}

/** Sends an error. @param details additional body fields */
export function sendError(
  response: Response,
  error: AppError,
  requestId: string,
  details: Record<string, unknown> = {},
): void {
  const status = statusOf(error);
  // RFC 6750: the expected scheme, and whether the sent token was invalid
  if (status === 401)
    response.setHeader(
      'WWW-Authenticate',
      `Bearer realm="symbio"${response.req.headers.authorization ? ', error="invalid_token"' : ''}`,
    );
  if (status === 503) response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
  const retryAfter = error.code === 'RESOURCE_EXHAUSTED' ? error.fields?.['retry_after'] : undefined;
  if (retryAfter) response.setHeader('Retry-After', retryAfter);
  response.status(status).json({ ...errorBody(error, requestId), ...details });
}

/** Final middleware: sends errors as JSON, unknown ones with a generic message. */
export const errorHandler =
  (log: Logger): ErrorRequestHandler =>
  (thrown: unknown, request, response, next) => {
    const isDetailed = thrown instanceof DetailedError;
    const error = isDetailed ? thrown.error : fromExpress(thrown);
    const { requestId } = requestOf(request);
    // overload rejections are counted in metrics
    const level = statusOf(error) >= 500 && error.reason !== BUSY ? 'error' : 'debug';
    log[level](
      { err: error.cause ?? error, request_id: requestId, route: request.path, code: error.reason },
      'request refused',
    );
    if (response.headersSent) next(thrown);
    else sendError(response, error, requestId, isDetailed ? thrown.details : {});
  };
