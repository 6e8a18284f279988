import { setTimeout as sleep } from 'node:timers/promises';
import { ErrorCode, NatsError } from 'nats';
import { AppError, networkReason, sentenceOf } from '@symbio/runtime';

/**
 * Message that the stream refuses on a working connection. `passing`: no stream answered for its subject, as while
 * JetStream restarts; else the message is permanently unacceptable.
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

/** Responses, or none, when a durable consumer has nothing to deliver. */
export const NOTHING_TO_TAKE = new Set<string>([
  ErrorCode.JetStream404NoMessages,
  ErrorCode.JetStream408RequestTimeout,
  ErrorCode.Timeout,
]);

/** Client-side errors about a message's size or subject. */
const BAD_MESSAGE = new Set<string>([ErrorCode.MaxPayloadExceeded, ErrorCode.BadSubject, ErrorCode.BadPayload]);

/** Why a publish was refused because of its message; undefined when the broker is at fault. */
export function refusal(error: unknown): RefusedMessage | undefined {
  if (!(error instanceof NatsError)) return undefined;
  if (error.code === String(ErrorCode.NoResponders))
    return new RefusedMessage('no stream takes its subject', true, error);
  // as in HTTP: 4xx is the message's fault, 5xx the server's
  const refused = error.api_error !== undefined && error.api_error.code < 500;
  return refused || BAD_MESSAGE.has(error.code) ? new RefusedMessage(error.message, false, error) : undefined;
}

/** JetStream code: no message with this number. */
const NO_MESSAGE = 10037;

/** Whether the stream has no message with the number: never existed, or removed. */
export const isNoMessage = (error: unknown): boolean =>
  error instanceof NatsError && error.api_error?.err_code === NO_MESSAGE;

/** JetStream code: no consumer with this name. */
const NO_CONSUMER = 10014;

/** Whether the stream has no such consumer; false if the server does not answer. */
export const isNoConsumer = (error: unknown): boolean =>
  error instanceof NatsError && error.api_error?.err_code === NO_CONSUMER;

/** JetStream code: no stream with this name. */
const NO_STREAM = 10059;

/** Whether there is no such stream; false if the server does not answer. */
export const isNoStream = (error: unknown): boolean =>
  error instanceof NatsError && error.api_error?.err_code === NO_STREAM;

/** JetStream code: the key has a value already. */
const WRONG_LAST_SEQUENCE = 10071;

/** Whether a key's write conflicted with a concurrent write or creation. */
export const isWrongSequence = (error: unknown): boolean =>
  error instanceof NatsError && error.api_error?.err_code === WRONG_LAST_SEQUENCE;

/** Milliseconds in which calls outlast the start of JetStream. */
const START_MS = 5_000;
const PAUSE_MS = 100;

/** No stream answered, as while JetStream starts: the request had no effect. */
const isStarting = (error: unknown): boolean =>
  error instanceof NatsError && error.code === String(ErrorCode.NoResponders) && !error.api_error;

/**
 * Calls JetStream on behalf of a caller. Waits for a connection that broke, on which requests would be lost, and for a
 * JetStream that starts.
 *
 * @param connected waits for a connection; false if none is expected soon
 * @throws AppError UNAVAILABLE when it does not answer, so callers retry; a key conflict is rethrown
 */
export async function asked<T>(ask: () => Promise<T>, connected: () => Promise<boolean>): Promise<T> {
  const end = performance.now() + START_MS;
  for (;;) {
    if (!(await connected())) throw brokerAway();
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof NatsError) || isWrongSequence(error)) throw error;
      if (!isStarting(error) || performance.now() > end) throw brokerAway(error);
      await sleep(PAUSE_MS);
    }
  }
}

const brokerAway = (cause?: NatsError): AppError =>
  new AppError('UNAVAILABLE', 'broker_away', 'This cannot be taken right now. Please try again in a moment.', {
    cause,
  });

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

/** JetStream codes: not enabled on the server, not for the account. */
const NO_JETSTREAM = new Set([10076, 10039]);

/** Why NATS is unusable, for the operator. */
export function explainNats(error: unknown): string {
  if (!(error instanceof NatsError)) return sentenceOf(error);
  const network = networkReason(error.chainedError ?? error);
  const { api_error: refused } = error;
  if (refused && NO_JETSTREAM.has(refused.err_code ?? 0))
    return 'it runs without JetStream, or without it for this account: start it with -js.';
  if (refused) return sentenceOf(new Error(refused.description));
  return network === undefined ? (SENTENCES[error.code] ?? sentenceOf(error)) : `${network}.`;
}

export const isNatsError = (error: unknown): boolean => error instanceof NatsError;
