import { ErrorCode, NatsError } from 'nats';
import { AppError } from '../errors.js';
import { networkReason, sentenceOf } from '../reasons.js';

/**
 * A message the stream does not take although the connection works. `passing`: no stream answered for its subject, which
 * also happens while JetStream restarts; otherwise the message itself is at fault, and stays so.
 */
export class RefusedMessage extends Error {
  override readonly name = 'RefusedMessage';
  constructor(
    message: string,
    readonly passing: boolean,
    cause: unknown,
  ) {
    super(message, { cause });
  }
}

/** What a server answers, or doesn't, when a durable consumer has nothing to deliver. */
export const NOTHING_TO_TAKE = new Set<string>([
  ErrorCode.JetStream404NoMessages,
  ErrorCode.JetStream408RequestTimeout,
  ErrorCode.Timeout,
]);

/** What the client itself says of a message: its size, its subject. */
const BAD_MESSAGE = new Set<string>([ErrorCode.MaxPayloadExceeded, ErrorCode.BadSubject, ErrorCode.BadPayload]);

/** What a failed publish says of its message; undefined when the broker is at fault. */
export function refusal(error: unknown): RefusedMessage | undefined {
  if (!(error instanceof NatsError)) return undefined;
  if (error.code === String(ErrorCode.NoResponders))
    return new RefusedMessage('no stream takes its subject', true, error);
  // as in HTTP: 4xx is the message's fault, 5xx the server's
  const refused = error.api_error !== undefined && error.api_error.code < 500;
  return refused || BAD_MESSAGE.has(error.code) ? new RefusedMessage(error.message, false, error) : undefined;
}

/** JetStream's code for "there is no message of this number". */
const NO_MESSAGE = 10037;

/** Whether a stream answered that it has no message of the number asked for: it never had one, or it is removed. */
export const isNoMessage = (error: unknown): boolean =>
  error instanceof NatsError && error.api_error?.err_code === NO_MESSAGE;

/** JetStream's code for "there is no consumer of this name". */
const NO_CONSUMER = 10014;

/** Whether a stream answered that it has no such consumer; a server that does not answer says nothing about it. */
export const isNoConsumer = (error: unknown): boolean =>
  error instanceof NatsError && error.api_error?.err_code === NO_CONSUMER;

/** JetStream's code for "the key has a value already". */
const WRONG_LAST_SEQUENCE = 10071;

/** Whether a write of a key was refused because somebody else wrote it since it was read, or made it. */
export const isWrongSequence = (error: unknown): boolean =>
  error instanceof NatsError && error.api_error?.err_code === WRONG_LAST_SEQUENCE;

/**
 * Asks JetStream for something a caller waits for.
 *
 * @throws AppError UNAVAILABLE when it does not answer, so that callers try again; that a key has a value is thrown as it is
 */
export async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof NatsError) || isWrongSequence(error)) throw error;
    throw new AppError('UNAVAILABLE', 'broker_away', 'This cannot be taken right now. Please try again in a moment.', {
      cause: error,
    });
  }
}

/** Sentences for what NATS says when it lets nobody in, or cannot do its work. */
const SENTENCES: Readonly<Record<string, string>> = {
  [ErrorCode.ConnectionRefused]: 'nothing listens there (connection refused).',
  [ErrorCode.ConnectionTimeout]: 'it does not answer (connection timed out).',
  [ErrorCode.Timeout]: 'it does not answer (request timed out).',
  [ErrorCode.AuthorizationViolation]: 'it refuses the user, the password or the token in NATS_URL.',
  [ErrorCode.BadAuthentication]: 'it refuses the user, the password or the token in NATS_URL.',
  [ErrorCode.AuthenticationExpired]: 'the credentials in NATS_URL have expired.',
  [ErrorCode.AccountExpired]: 'the account of the user in NATS_URL has expired.',
  [ErrorCode.PermissionsViolation]:
    'it does not let the user of NATS_URL use JetStream: permissions on $JS.API.> and symbio.> are missing.',
  [ErrorCode.JetStreamNotEnabled]: 'it runs without JetStream, or JetStream has no leader: start it with -js.',
};

/** JetStream's codes: not enabled on the server, not for the account. */
const NO_JETSTREAM = new Set([10076, 10039]);

/** Why NATS cannot be used, for the person on call. */
export function explainNats(error: unknown): string {
  if (!(error instanceof NatsError)) return sentenceOf(error);
  const network = networkReason(error.chainedError ?? error);
  const { api_error: refused } = error;
  if (refused && NO_JETSTREAM.has(refused.err_code ?? 0))
    return 'it runs without JetStream, or without it for this account: start it with -js.';
  if (refused) return sentenceOf(new Error(refused.description));
  return network === undefined ? (SENTENCES[error.code] ?? sentenceOf(error)) : `${network}.`;
}

/** Whether an error is the broker's. */
export const isNatsError = (error: unknown): boolean => error instanceof NatsError;
