import type { ErrorRequestHandler, Response } from 'express';
import { AppError, normalizeError, type AppErrorCode, type Logger } from '@symbio/kit';
import { requestOf } from './request.js';

/** A refusal that tells more than every refusal does, such as the item as it is now. */
export class DetailedRefusal extends Error {
  override readonly name = 'DetailedRefusal';

  constructor(
    readonly refusal: AppError,
    readonly details: Record<string, unknown>,
  ) {
    super(refusal.message);
  }
}

/** HTTP status of a request whose caller has gone: nobody reads it (nginx's number for it). */
export const CALLER_GONE = 499;

/** gRPC code to HTTP status: the one table. */
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
  CANCELLED: CALLER_GONE,
  DEADLINE_EXCEEDED: 504,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

/** Reasons whose status says more than their code. */
const REASON_STATUS: Record<string, number> = {
  unsupported_type: 415,
  unsupported_file_type: 415,
  method_not_allowed: 405,
  slow_body: 408,
};

/** Seconds after which a call to a service that is down is worth another try. */
const RETRY_AFTER_SECONDS = 5;

/** The reason of requests that are refused because there is too much to do. */
export const BUSY = 'busy';

export const statusOf = (error: AppError): number => REASON_STATUS[error.reason] ?? HTTP_STATUS[error.code];

/** Body of every refusal: a sentence, a stable code, the request's id, and the bad fields. */
export const errorBody = (error: AppError, requestId: string) => ({
  error: error.message,
  code: error.reason,
  request_id: requestId,
  ...(error.fields ? { fields: error.fields } : {}),
});

/** zlib's refusals of a body that claims to be compressed (`Z_DATA_ERROR`, `ERR__ERROR_FORMAT_…`, `ERR_BROTLI_…`). */
const isBrokenEncoding = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:Z_|ERR__ERROR_|ERR_BROTLI)/.test(String(error.code));

const MB = 1_024 * 1_024;

/** The refusal of a body that has more bytes than its reader takes, which says how many these are. */
function tooLarge(error: unknown): AppError {
  const limit = typeof error === 'object' && error !== null && 'limit' in error ? Number(error.limit) : 0;
  const most = limit >= MB ? `: here it may have ${Math.floor(limit / MB)} MB` : '';
  return new AppError('OUT_OF_RANGE', 'too_large', `The body is too large${most}.`);
}

/** Express and its body parser throw errors of their own: what a person should read of them. */
function fromExpress(error: unknown): AppError {
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined;
  if (type === 'entity.parse.failed')
    return new AppError('INVALID_ARGUMENT', 'invalid_json', 'The body is not valid JSON.');
  // whoever sent half of it has gone
  if (type === 'request.aborted')
    return new AppError('CANCELLED', 'cancelled', 'The request was not sent to its end.', { cause: error });
  if (type === 'entity.too.large') return tooLarge(error);
  if (type === 'encoding.unsupported' || type === 'charset.unsupported')
    return new AppError('INVALID_ARGUMENT', 'unsupported_type', 'The body has an encoding that is not supported.');
  if (isBrokenEncoding(error))
    return new AppError(
      'INVALID_ARGUMENT',
      'invalid_encoding',
      'The body is not encoded as its Content-Encoding says.',
    );
  if (error instanceof URIError) return new AppError('NOT_FOUND', 'not_found', 'Not found');
  return normalizeError(error);
}

/** Sends a refusal. @param details what this one tells beside what every refusal does */
export function sendError(
  response: Response,
  error: AppError,
  requestId: string,
  details: Record<string, unknown> = {},
): void {
  const status = statusOf(error);
  // RFC 6750: what to send, and whether what was sent is the reason
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

/** Last middleware: any error as JSON. What is unknown is logged with its cause and answered as "went wrong". */
export const errorHandler =
  (log: Logger): ErrorRequestHandler =>
  (thrown: unknown, request, response, next) => {
    const isDetailed = thrown instanceof DetailedRefusal;
    const error = isDetailed ? thrown.refusal : fromExpress(thrown);
    const { requestId } = requestOf(request);
    // what is refused for want of time is counted, and must not cost more than its answer
    const level = statusOf(error) >= 500 && error.reason !== BUSY ? 'error' : 'debug';
    log[level](
      { err: error.cause ?? error, request_id: requestId, route: request.path, code: error.reason },
      'request refused',
    );
    if (response.headersSent) next(thrown);
    else sendError(response, error, requestId, isDetailed ? thrown.details : {});
  };
