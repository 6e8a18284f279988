import { isAgent, type Actor } from './actor.js';
import { isConnectionLost } from './reasons.js';

/** gRPC codes used by our errors. */
export type AppErrorCode =
  | 'INVALID_ARGUMENT'
  | 'UNAUTHENTICATED'
  | 'PERMISSION_DENIED'
  | 'NOT_FOUND'
  | 'ALREADY_EXISTS'
  | 'FAILED_PRECONDITION'
  | 'ABORTED'
  | 'OUT_OF_RANGE'
  | 'RESOURCE_EXHAUSTED'
  | 'CANCELLED'
  | 'DEADLINE_EXCEEDED'
  | 'UNAVAILABLE'
  | 'INTERNAL';

export interface AppErrorOptions {
  /** Problems by field name, as sent by the caller. */
  fields?: Record<string, string> | undefined;
  /** Underlying error: logged, never sent. */
  cause?: unknown;
}

/** Error with a user-readable message. `reason` is a stable snake_case name for programs. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly fields: Record<string, string> | undefined;

  constructor(
    readonly code: AppErrorCode,
    readonly reason: string,
    message: string,
    options: AppErrorOptions = {},
  ) {
    super(message, { cause: options.cause });
    this.fields = options.fields;
  }
}

const FIRST_FIELD = 'Some fields are not valid.';

/** All invalid fields of an input; the message is the first field's. */
export const invalidFields = (fields: Record<string, string>): AppError =>
  new AppError('INVALID_ARGUMENT', 'invalid_fields', Object.values(fields)[0] ?? FIRST_FIELD, { fields });

/** @throws AppError INVALID_ARGUMENT, if any */
export function refuseFields(problems: Record<string, string>): void {
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
}

export const invalid = (reason: string, message: string): AppError => new AppError('INVALID_ARGUMENT', reason, message);

/**
 * Missing or not visible to the caller, indistinguishably.
 * @param field the input that names it, unless it is the subject of the call
 */
export const notFound = (what: string, field?: string): AppError =>
  new AppError(
    'NOT_FOUND',
    'not_found',
    `${what} not found`,
    field === undefined ? {} : { fields: { [field]: `${what} not found` } },
  );

export const isNotFound = (error: unknown): boolean => error instanceof AppError && error.code === 'NOT_FOUND';

export async function unlessNotFound<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/**
 * Result of a lookup for an input field.
 * @throws AppError NOT_FOUND with the field, or the call's other errors
 */
export async function named<T>(what: string, field: string, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw isNotFound(error) ? notFound(what, field) : error;
  }
}

/** Waits for the lookups of all input fields. */
export async function allFound(lookUps: readonly Promise<unknown>[]): Promise<void> {
  const errors = (await Promise.allSettled(lookUps)).flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  );
  const missing = errors.filter((error): error is AppError => isNotFound(error));
  if (missing[0]) {
    const fields = Object.assign({}, ...missing.map((error) => error.fields)) as Record<string, string>;
    throw new AppError('NOT_FOUND', 'not_found', missing[0].message, { fields });
  }
  if (errors.length > 0) throw errors[0];
}

/** The caller may see the thing but not do this to it (ERR-30). */
export const notAuthorized = (): AppError => new AppError('PERMISSION_DENIED', 'not_authorized', 'Not authorized');

/** Agent keys may not change what a person made or decided. */
export const agentsPropose = (what: string, advice: string): AppError =>
  new AppError('PERMISSION_DENIED', 'agents_propose', `${what} An agent cannot change it. ${advice}`);

/**
 * Keeps an agent from replacing another author's statement. People and their keys pass.
 * @param byId author of the statement, by `doerOf`; undefined: none
 * @throws AppError PERMISSION_DENIED (agents_propose)
 */
export function refuseOverruling(
  actor: Pick<Actor, 'via' | 'agentId'>,
  what: string,
  byId: string | undefined,
  advice = 'Ask a person to correct it.',
): void {
  if (isAgent(actor) && byId !== undefined && byId !== actor.agentId)
    throw agentsPropose(`${what} was set by someone else.`, advice);
}

/** Missing or invalid credentials (ERR-03). */
export const unauthenticated = (): AppError =>
  new AppError('UNAUTHENTICATED', 'unauthenticated', 'Authentication required. Please log in to continue.');

/** The current state does not allow the operation. */
export const conflict = (reason: string, message: string): AppError =>
  new AppError('FAILED_PRECONDITION', reason, message);

/** Concurrent modification. */
export const stale = (what: string, fields?: Record<string, string>): AppError =>
  new AppError('ABORTED', 'stale', `${what} was changed by someone else in the meantime. Reload and try again.`, {
    ...(fields && { fields }),
  });

/**
 * Refuses a change based on an outdated state.
 * @throws AppError ABORTED with the time of the last change
 */
export function refuseStale(what: string, { updatedAt }: { updatedAt: Date }, seen: Date | undefined): void {
  if (seen && seen.getTime() !== updatedAt.getTime())
    throw stale(what, { updated_at: `It was changed last at ${updatedAt.toISOString()}` });
}

/**
 * Converts any thrown value to AppError. A lost or refused connection to a database, broker, store or service is
 * UNAVAILABLE, because a retry may help; other unknown errors are INTERNAL. The cause is kept for the log.
 */
export function normalizeError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isConnectionLost(error))
    return new AppError(
      'UNAVAILABLE',
      'connection_lost',
      'This part of Symbio is not available right now. Please try again in a moment.',
      { cause: error },
    );
  return new AppError('INTERNAL', 'internal', 'Something went wrong on our side. Please try again.', { cause: error });
}
