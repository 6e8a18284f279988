import { Metadata, status, type ServiceError, type StatusObject } from '@grpc/grpc-js';
import { AppError, normalizeError, type AppErrorCode } from '@symbio/runtime';

/** Metadata key for reason, message and fields. */
const DETAILS = 'symbio-error-bin';

/** Wire format of an error, without its cause. */
export function toStatus(error: unknown): StatusObject {
  const { code, reason, message, fields } = normalizeError(error);
  const metadata = new Metadata();
  metadata.set(DETAILS, Buffer.from(JSON.stringify({ reason, message, fields })));
  return { code: status[code], details: message, metadata };
}

const isServiceError = (error: unknown): error is ServiceError =>
  error instanceof Error && 'code' in error && typeof error.code === 'number' && 'metadata' in error;

/** The AppError thrown by the server, or one describing the failed call. */
export function fromStatus(error: unknown): AppError {
  if (!isServiceError(error)) return normalizeError(error);
  const raw = error.metadata.get(DETAILS)[0];
  if (raw) {
    const { reason, message, fields } = JSON.parse(raw.toString()) as {
      reason: string;
      message: string;
      fields?: Record<string, string>;
    };
    return new AppError(status[error.code] as AppErrorCode, reason, message, { fields, cause: error });
  }
  if (error.code === status.UNAVAILABLE)
    return new AppError(
      'UNAVAILABLE',
      'unavailable',
      'This part of Symbio is not available right now. Please try again in a moment.',
      { cause: error },
    );
  if (error.code === status.DEADLINE_EXCEEDED)
    return new AppError('DEADLINE_EXCEEDED', 'timeout', 'This took too long. Please try again.', { cause: error });
  if (error.code === status.CANCELLED)
    return new AppError('CANCELLED', 'cancelled', 'The call was cancelled.', { cause: error });
  return normalizeError(error);
}
