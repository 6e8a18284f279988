import { status } from '@grpc/grpc-js';
import { isAgent, type Actor } from './actor.js';

/** The gRPC codes that errors of ours carry. */
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
  /** Field name (as the caller sent it) to what is wrong with it. */
  fields?: Record<string, string>;
  /** What went wrong underneath: logged, never sent. */
  cause?: unknown;
}

/**
 * An error whose message may be shown to a person.
 * `reason` is a stable snake_case name that programs may rely on.
 */
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

  /** The number gRPC uses for the code. */
  get grpcCode(): status {
    return status[this.code];
  }
}

const FIRST_FIELD = 'Some fields are not valid.';

/** All bad fields of an input at once; the message is the first field's. */
export const invalidFields = (fields: Record<string, string>): AppError =>
  new AppError('INVALID_ARGUMENT', 'invalid_fields', Object.values(fields)[0] ?? FIRST_FIELD, { fields });

/** @throws AppError INVALID_ARGUMENT that names every bad field, unless there is none. */
export function refuseFields(problems: Record<string, string>): void {
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
}

/** One thing wrong with an input. */
export const invalid = (reason: string, message: string): AppError => new AppError('INVALID_ARGUMENT', reason, message);

/**
 * Missing, or not visible to the caller: the two are never told apart.
 * @param field the input that named it, where the thing is not what the call itself is about
 */
export const notFound = (what: string, field?: string): AppError =>
  new AppError(
    'NOT_FOUND',
    'not_found',
    `${what} not found`,
    field === undefined ? {} : { fields: { [field]: `${what} not found` } },
  );

/** Whether what was asked for is missing, or not visible to the caller. */
export const isNotFound = (error: unknown): boolean => error instanceof AppError && error.code === 'NOT_FOUND';

/** The answer of a call, or undefined when what it asked for is not found. */
export async function unlessNotFound<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/**
 * The answer of a call for a thing that an input names.
 * @throws AppError NOT_FOUND with the field when there is none for the caller, and whatever else the call fails with
 */
export async function named<T>(what: string, field: string, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw isNotFound(error) ? notFound(what, field) : error;
  }
}

/**
 * Waits for look-ups of all that an input names.
 * @throws AppError NOT_FOUND with the fields of every one that found nothing; when all found theirs, the first other error
 */
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

/** An agent's key may not change what a person made or decided. @param advice what the agent can do, a sentence */
export const agentsPropose = (what: string, advice: string): AppError =>
  new AppError('PERMISSION_DENIED', 'agents_propose', `${what} An agent cannot change it. ${advice}`);

/**
 * Asks that an agent does not replace what someone else said. People and keys of people pass.
 * @param byId who said it, by `doerOf`; undefined: nobody has
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

/** No credentials, or bad ones (ERR-03). */
export const unauthenticated = (): AppError =>
  new AppError('UNAUTHENTICATED', 'unauthenticated', 'Authentication required. Please log in to continue.');

/** The thing's state does not allow this now. */
export const conflict = (reason: string, message: string): AppError =>
  new AppError('FAILED_PRECONDITION', reason, message);

/** Somebody else changed the thing in the meantime. */
export const stale = (what: string, fields?: Record<string, string>): AppError =>
  new AppError('ABORTED', 'stale', `${what} was changed by someone else in the meantime. Reload and try again.`, {
    ...(fields && { fields }),
  });

/**
 * Refuses a change by somebody who has seen another state of the thing than the one it is in.
 * @param seen when it had changed last, as the caller knows it; absent for callers who do not say
 * @throws AppError ABORTED, which names the moment of the last change
 */
export function refuseStale(what: string, { updatedAt }: { updatedAt: Date }, seen: Date | undefined): void {
  if (seen && seen.getTime() !== updatedAt.getTime())
    throw stale(what, { updated_at: `It was changed last at ${updatedAt.toISOString()}` });
}

/** Any thrown value as an AppError; what is unknown becomes INTERNAL and keeps its cause for the log. */
export function normalizeError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('INTERNAL', 'internal', 'Something went wrong on our side. Please try again.', { cause: error });
}
