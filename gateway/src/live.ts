import type { Response } from 'express';
import { Router } from 'express';
import {
  notFound,
  parseSubject,
  systemClock,
  type Broker,
  type Clock,
  type EventEnvelope,
  type Logger,
} from '@symbio/kit';
import { JobEvent } from '@symbio/proto/job';
import type { Callers } from './auth/callers.js';
import type { Clients } from './clients.js';
import { PRESENCE_SUBJECTS, Roster, type Presence } from './presence.js';
import { snake } from './present.js';
import { callerOf, idOrNone, parentOf, query, requestOf } from './request.js';
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
  /** How a job is, so that its row is up to date without a call for every page; for jobs only. */
  job?: { status: string | null; progress: unknown; result: unknown };
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
  userId: string;
  /** Undefined: what belongs to no project (issues). */
  projectId: string | undefined;
  response: Response;
  /** Ends the stream unless its reader may go on; then tells what came up meanwhile. */
  recheck(): void;
  /** What waits for a recheck: nobody reads on who may not. */
  held: string[] | undefined;
}

const messageOf = (change: LiveChange | Presence): string => `event: change\ndata: ${JSON.stringify(change)}\n\n`;

function send(listener: Listener, message: string): void {
  const { held, response } = listener;
  if (held) held.push(message);
  else if (response.writableLength > MAX_BUFFERED) response.destroy();
  else response.write(message);
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Of a job as it travels in an event (proto JSON: camelCase, zeroes left out). */
function stateOf(data: Record<string, unknown> | undefined): LiveChange['job'] {
  const { progress, result } = JobEvent.fromJSON({ job: data }).job ?? {};
  return { status: textOf(data?.['status']), progress: snake(progress), result: snake(result) };
}

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
    ...(entity === 'job' ? { job: stateOf(data) } : {}),
  };
}

/** That a user is another, told to the user alone. */
const ownChange = ({ entityId, rev, at }: EventEnvelope): LiveChange => ({
  entity: 'user',
  verb: 'changed',
  id: entityId,
  project_id: null,
  document_id: null,
  document_page_id: null,
  rev,
  at,
  author_id: null,
});

/**
 * GET /api/events?project_id=: a server-sent event stream of what changed in a project the caller may see. It ends with the
 * access token it was opened with, when the account is disabled, and when the project is no longer for the caller.
 */
export function live(
  { project }: Pick<Clients, 'project'>,
  callers: Pick<Callers, 'again' | 'onUserChanged'>,
  broker: Broker,
  log: Logger,
  clock: Clock = systemClock,
): { router: Router; close: () => void } {
  const listeners = new Set<Listener>();
  const unwatch = broker.watch('symbio.evt.>', (subject, body) => {
    const { entity, scope } = parseSubject(subject);
    // somebody was added to the project, or removed from it, or is something else there now
    if (entity === 'access') for (const listener of listeners) if (listener.projectId === scope) listener.recheck();
    const change = liveChange(subject, body as EventEnvelope);
    if (!change) return;
    const message = messageOf(change);
    for (const listener of listeners) if (change.project_id === (listener.projectId ?? null)) send(listener, message);
  });
  const roster = new Roster(clock);
  const unwatchPresence = broker.watch(PRESENCE_SUBJECTS, (_subject, body) => {
    const presence = body as Presence;
    roster.note(presence);
    const message = messageOf(presence);
    for (const listener of listeners) if (listener.projectId === presence.project_id) send(listener, message);
  });
  callers.onUserChanged((envelope) => {
    for (const listener of listeners) {
      if (listener.userId !== envelope.entityId) continue;
      listener.recheck();
      send(listener, messageOf(ownChange(envelope)));
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
        const mayGoOn = async (): Promise<boolean> => {
          // the token it was opened with may be over by now, or its holder another
          await callers.again(request);
          return asked === undefined || mayListen();
        };
        let latest = 0;
        const listener: Listener = {
          userId: callerOf(request).actor.sub,
          projectId: asked === undefined ? undefined : projectId,
          response,
          held: undefined,
          recheck() {
            // of several checks under way only the one begun last knows the newest
            const own = ++latest;
            listener.held ??= [];
            mayGoOn()
              .catch((error: unknown) => {
                log.debug({ err: error, request_id: requestOf(request).requestId }, 'live stream ended');
                return false;
              })
              .then((allowed) => {
                if (!allowed) response.end();
                if (own !== latest) return;
                const { held = [] } = listener;
                listener.held = undefined;
                if (allowed) for (const message of held) send(listener, message);
              })
              .catch((error: unknown) => log.warn({ err: error }, 'live stream broke'));
          },
        };
        listeners.add(listener);
        for (const presence of roster.present(projectId)) send(listener, messageOf(presence));
        const heartbeat = setInterval(() => response.write(': alive\n\n'), HEARTBEAT_MS);
        const recheck = setInterval(() => listener.recheck(), RECHECK_MS);
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
      unwatchPresence();
      for (const { response } of listeners) response.end();
    },
  };
}
