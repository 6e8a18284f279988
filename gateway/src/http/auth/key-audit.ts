import type { Request, RequestHandler } from 'express';
import { AppError, isId, newId, type Clock, type Logger } from '@symbio/runtime';
import { RefusedMessage, eventActor, type Broker, type EventEnvelope } from '@symbio/events';
import { apiKeyEvents, type KeyWrite } from '@symbio/proto/identity';
import { delayEnd } from '../delayed-end.js';
import { requestOf, type Caller } from '../request.js';
import { accessOf } from './key-access.js';

export type KeyUse = Omit<KeyWrite, 'id' | 'apiKeyId' | 'at' | 'userId' | 'authorId'>;

/** Records writes by keys before the response. */
export interface KeyAudit {
  /**
   * Checks before a write that it can be recorded.
   * @throws AppError UNAVAILABLE (audit_unavailable) while earlier records are unpublished
   */
  ready(): Promise<void>;
  /** No-op without a key. Never throws. */
  record(caller: Caller, use: KeyUse): Promise<void>;
  requests: RequestHandler;
}

const unavailable = (cause: unknown): AppError =>
  new AppError(
    'UNAVAILABLE',
    'audit_unavailable',
    'Writes by API keys cannot be recorded right now, so nothing was written. Please try again in a moment.',
    { cause },
  );

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Id of the object in a response: `{data: {id}}`, `{issue: {id}}`, `{comment: {id}}`. */
export function objectIdOf(answer: unknown): string {
  if (!isObject(answer)) return '';
  for (const name of ['data', 'issue', 'comment']) {
    const item = answer[name];
    if (isObject(item) && typeof item['id'] === 'string') return item['id'];
  }
  return '';
}

export function runIdOf({ body }: { body?: unknown }, answer: unknown): string {
  const data = isObject(answer) ? answer['data'] : undefined;
  return textOf(isObject(body) ? body['run_id'] : undefined) || textOf(isObject(data) ? data['run_id'] : undefined);
}

const addressOf = ({ matched }: ReturnType<typeof requestOf>): string => matched?.path ?? 'unknown address';

function requestedIdOf(request: Request): string {
  const { params = {}, query = {} } = requestOf(request).matched ?? {};
  return Object.values(params).map(textOf).find(isId) ?? textOf(query['id']);
}

/** Publishes a record of each write by an API key. */
export function keyAudit({
  broker,
  log,
  clock,
}: {
  broker: Pick<Broker, 'publish'>;
  log: Logger;
  clock: Clock;
}): KeyAudit {
  /** Unpublished records, oldest first. */
  const unpublished: EventEnvelope[] = [];

  async function publish(envelope: EventEnvelope): Promise<void> {
    try {
      await broker.publish(envelope.subject, envelope, { id: envelope.id });
    } catch (error) {
      // a permanently rejected message must not block the rest
      if (!(error instanceof RefusedMessage) || error.passing) throw error;
      log.error({ err: error, record: envelope }, 'record of a write by an API key rejected permanently');
    }
  }

  async function ready(): Promise<void> {
    try {
      for (let next = unpublished[0]; next; next = unpublished[0]) {
        await publish(next);
        if (unpublished[0] === next) unpublished.shift();
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
      // the write has happened: log it in case the process crashes before it is published
      unpublished.push(envelope);
      log.error({ err: error, record: envelope }, 'record of a write by an API key not published; retrying');
    }
  }

  return {
    ready,
    record,
    requests: async (request, response, next) => {
      const { caller, requestId } = requestOf(request);
      if (!caller?.key || accessOf(request.method) === 'read') return next();
      await ready();
      delayEnd(response, (body) => {
        const isDryRun = isObject(body) && body['dry_run'] === true;
        if (isDryRun) return undefined;
        return record(caller, {
          method: request.method,
          operation: requestOf(request).operation ?? addressOf(requestOf(request)),
          resourceId: requestedIdOf(request) || objectIdOf(body),
          status: response.statusCode,
          requestId,
          address: request.ip ?? '',
          runId: runIdOf(request, body),
        });
      });
      next();
    },
  };
}
