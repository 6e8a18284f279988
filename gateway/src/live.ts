import type { Response } from 'express';
import { Router } from 'express';
import { notFound, parseSubject, type Broker, type EventEnvelope, type Logger } from '@symbio/kit';
import type { Clients } from './clients.js';
import { idOrNone, parentOf, query, requestOf } from './request.js';
import { methods } from './routing.js';

/** Milliseconds between signs of life, so that proxies keep the connection. */
const HEARTBEAT_MS = 15_000;
/** Milliseconds between looks at whether the listener may still see what it listens to. */
const RECHECK_MS = 60_000;
/** Bytes that may wait for a slow reader before it is cut off; it reconnects and reads afresh. */
const MAX_BUFFERED = 1024 * 1024;

/** One change, told to browsers: what changed, not its contents; those are read through the ordinary calls. */
export interface LiveChange {
  entity: string;
  verb: string;
  id: string;
  project_id: string | null;
  document_id: string | null;
  document_page_id: string | null;
  rev: number;
  at: string;
  /** Author of the change, so that a page can tell its own changes from others'. */
  author_id: string | null;
}

/** Browsers hear of these; the rest is the services' own business. */
const SHOWN = new Set([
  'document',
  'page',
  'job',
  'annotation',
  'feature',
  'mention',
  'issue',
  'comment',
  'project',
  'visit',
]);

interface Listener {
  accepts(change: LiveChange): boolean;
  response: Response;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What browsers are told of an event. */
export function liveChange(subject: string, envelope: EventEnvelope): LiveChange | undefined {
  const { entity, verb } = parseSubject(subject);
  if (!SHOWN.has(entity)) return undefined;
  const data = (envelope.data as Record<string, unknown>)[entity] as Record<string, unknown> | undefined;
  const payload = data?.['payload'] as Record<string, unknown> | undefined;
  return {
    entity,
    verb,
    id: envelope.entityId,
    project_id: textOf(envelope.scope === 'none' ? '' : envelope.scope),
    document_id:
      entity === 'document' ? envelope.entityId : (textOf(data?.['documentId']) ?? textOf(payload?.['documentId'])),
    document_page_id: entity === 'page' ? textOf(data?.['id']) : textOf(data?.['documentPageId']),
    rev: envelope.rev,
    at: envelope.at,
    author_id: textOf(envelope.actor.authorId),
  };
}

/** GET /api/events?project_id=: a server-sent event stream of what changed in a project the caller may see. */
export function live(
  { project }: Pick<Clients, 'project'>,
  broker: Broker,
  log: Logger,
): { router: Router; close: () => void } {
  const listeners = new Set<Listener>();
  const unwatch = broker.watch('symbio.evt.>', (subject, body) => {
    const change = liveChange(subject, body as EventEnvelope);
    if (!change) return;
    const message = `event: change\ndata: ${JSON.stringify(change)}\n\n`;
    for (const listener of listeners) {
      if (!listener.accepts(change)) continue;
      if (listener.response.writableLength > MAX_BUFFERED) listener.response.destroy();
      else listener.response.write(message);
    }
  });

  const router = Router();
  methods(router, '/events', {
    get: [
      async (request, response) => {
        const asked = query(request, 'project_id');
        const projectId = idOrNone(asked);
        const mayListen = async (): Promise<boolean> =>
          (await project.checkAccess({ projectIds: [projectId] }, { ...parentOf(request, { unlimited: true }) })).roles[
            projectId
          ] !== undefined;
        if (asked !== undefined && (!projectId || !(await mayListen()))) throw notFound('Project');
        response.status(200).set({
          'Content-Type': 'text/event-stream',
          'Cache-Control': 'no-store',
          // nginx must not hold events back
          'X-Accel-Buffering': 'no',
        });
        response.flushHeaders();
        response.write(': listening\n\n');
        const listener: Listener = {
          // without a project: only what belongs to no project (issues)
          accepts: (change) => change.project_id === (asked === undefined ? null : projectId),
          response,
        };
        listeners.add(listener);
        const heartbeat = setInterval(() => response.write(': alive\n\n'), HEARTBEAT_MS);
        const recheck = setInterval(() => {
          if (asked === undefined) return;
          // the token that travels with the check is short-lived: an ended session ends the stream here too
          mayListen().then(
            (allowed) => allowed || response.end(),
            (error: unknown) => {
              log.debug({ err: error, request_id: requestOf(request).requestId }, 'live stream ended');
              response.end();
            },
          );
        }, RECHECK_MS);
        response.on('close', () => {
          listeners.delete(listener);
          clearInterval(heartbeat);
          clearInterval(recheck);
        });
      },
    ],
  });
  return {
    router,
    close: () => {
      unwatch();
      for (const { response } of listeners) response.end();
    },
  };
}
