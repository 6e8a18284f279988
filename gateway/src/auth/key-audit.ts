import type { Request, RequestHandler } from 'express';
import {
  AppError,
  RefusedMessage,
  eventActor,
  isId,
  newId,
  type Broker,
  type Clock,
  type EventEnvelope,
  type Logger,
} from '@symbio/kit';
import { apiKeyEvents, type KeyWrite } from '@symbio/proto/identity';
import { requestOf, type Caller } from '../request.js';
import { accessOf } from './key-access.js';

/** What a key did, as far as the caller does not say it. */
export type KeyUse = Omit<KeyWrite, 'id' | 'apiKeyId' | 'at' | 'userId' | 'authorId'>;

/** Records of writes by keys: published before the answer leaves, so that there is none that nobody knows of. */
export interface KeyAudit {
  /**
   * Whether writes can be recorded; asked before one is made.
   * @throws AppError UNAVAILABLE (audit_unavailable) while the last records could not be published
   */
  ready(): Promise<void>;
  /** Publishes the record of a write and waits until the stream has it. Nothing for callers without a key. Never throws. */
  record(caller: Caller, use: KeyUse): Promise<void>;
  /** Records writes that come as requests. */
  requests: RequestHandler;
}

const unavailable = (cause: unknown): AppError =>
  new AppError(
    'UNAVAILABLE',
    'audit_unavailable',
    'What API keys write cannot be recorded right now, so nothing is written. Please try again in a moment.',
    { cause },
  );

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Id of what an answer is about: `{data: {id}}`, `{issue: {id}}`, `{comment: {id}}`. */
export function answeredId(answer: unknown): string {
  if (!isObject(answer)) return '';
  for (const name of ['data', 'issue', 'comment']) {
    const item = answer[name];
    if (isObject(item) && typeof item['id'] === 'string') return item['id'];
  }
  return '';
}

/** The run that a write belongs to, as its request or its answer says. */
export function runIdOf({ body }: { body?: unknown }, answer: unknown): string {
  const data = isObject(answer) ? answer['data'] : undefined;
  return textOf(isObject(body) ? body['run_id'] : undefined) || textOf(isObject(data) ? data['run_id'] : undefined);
}

/** What a request was sent to, where it is no declared operation that was reached. */
const placeOf = ({ matched }: ReturnType<typeof requestOf>): string => matched?.path ?? 'unknown address';

/** The thing that a request names. */
function namedBy(request: Request): string {
  const { params = {}, query = {} } = requestOf(request).matched ?? {};
  return Object.values(params).map(textOf).find(isId) ?? textOf(query['id']);
}

/**
 * Publishes a record of each write by an API key. What cannot be published while the broker is away is kept in memory, in order,
 * and no further write is taken until it is published.
 */
export function keyAudit({
  broker,
  log,
  clock,
}: {
  broker: Pick<Broker, 'publish'>;
  log: Logger;
  clock: Clock;
}): KeyAudit {
  /** Records that the stream does not have yet, oldest first. */
  const owed: EventEnvelope[] = [];

  async function publish(envelope: EventEnvelope): Promise<void> {
    try {
      await broker.publish(envelope.subject, envelope, { id: envelope.id });
    } catch (error) {
      // what the stream will never take must not keep everything else from it
      if (!(error instanceof RefusedMessage) || error.passing) throw error;
      log.error({ err: error, record: envelope }, 'the record of a write by an API key was refused for good');
    }
  }

  async function ready(): Promise<void> {
    try {
      for (let next = owed[0]; next; next = owed[0]) {
        await publish(next);
        if (owed[0] === next) owed.shift();
      }
    } catch (error) {
      throw unavailable(error);
    }
  }

  async function record({ actor, key }: Caller, use: KeyUse): Promise<void> {
    if (!key) return;
    const [id, at] = [newId(), clock.now()];
    const write = { ...use, id, apiKeyId: key.id, at, userId: actor.sub, authorId: actor.authorId };
    const envelope: EventEnvelope = {
      id,
      subject: apiKeyEvents.used.subject(''),
      entityId: key.id,
      scope: '',
      rev: 0,
      actor: eventActor(actor),
      at: at.toISOString(),
      data: apiKeyEvents.used.toJSON({ apiKey: undefined, write }),
    };
    try {
      await publish(envelope);
    } catch (error) {
      // it has happened: the record is kept here, logged in case this process dies, and no further write is taken before
      owed.push(envelope);
      log.error({ err: error, record: envelope }, 'the record of a write by an API key waits to be published');
    }
  }

  return {
    ready,
    record,
    requests: async (request, response, next) => {
      const { caller, requestId } = requestOf(request);
      if (!caller?.key || accessOf(request.method) === 'read') return next();
      await ready();
      let answer: unknown;
      const json = response.json.bind(response);
      response.json = (body: unknown) => {
        answer = body;
        return json(body);
      };
      const end = response.end.bind(response) as (...args: unknown[]) => typeof response;
      response.end = ((...args: unknown[]) => {
        response.end = end as typeof response.end;
        // what was only tried out wrote nothing
        const tried = isObject(answer) && answer['dry_run'] === true;
        const recorded = tried
          ? Promise.resolve()
          : record(caller, {
              method: request.method,
              operation: requestOf(request).operation ?? placeOf(requestOf(request)),
              resourceId: namedBy(request) || answeredId(answer),
              status: response.statusCode,
              requestId,
              address: request.ip ?? '',
              runId: runIdOf(request, answer),
            });
        void recorded.then(() => end(...args));
        return response;
      }) as typeof response.end;
      next();
    },
  };
}
