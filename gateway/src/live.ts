import type { Router } from 'express';
import { about, seenIfNamed } from './audit/audit-subject.js';
import {
  notFound,
  parseSubject,
  systemClock,
  watchEvents,
  type Broker,
  type Clock,
  type EventEnvelope,
  type Logger,
} from '@symbio/kit';
import { catalogueRows, type LiveEntity } from '@symbio/proto/catalogue';
import { JobEvent } from '@symbio/proto/job';
import { AccessEvent, accessEvents, projectEvents } from '@symbio/proto/project';
import type { Callers } from './auth/callers.js';
import type { EndedSessions } from './auth/ended-sessions.js';
import type { Clients } from './clients.js';
import { cursorSubject, type Cursor } from './cursors.js';
import { createChannels, send, type Subscriber } from './live-channels.js';
import { createSubscriber } from './live-subscriber.js';
import { PRESENCE_SUBJECTS, Roster, type Presence } from './presence.js';
import { presentJobProgress, presentJobResult } from './present/jobs.js';
import { callerOf, idOrNone, parentOf, query, requestOf } from './request.js';
import { methods, strictRouter } from './routing.js';

/** Milliseconds between signs of life, so that proxies keep the connection. */
const HEARTBEAT_MS = 15_000;
/** Milliseconds after which a reader comes again, roughly, when this gateway stops. */
const RECONNECT_MS = 2_000;
/** Milliseconds between looks at whether a subscriber may still see what it reads. */
const RECHECK_MS = 60_000;

/** One change, as browsers get it: what changed, not its contents; those are read through the ordinary calls. */
export interface LiveChange {
  /** As the catalogue of events names it. */
  entity: LiveEntity;
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

/** What everybody is shown who may see its project; the rest is the services' own business. */
const SHOWN = new Set<string>(catalogueRows.filter(({ live }) => live === 'everybody').map(({ entity }) => entity));
const isShown = (entity: string): entity is LiveEntity => SHOWN.has(entity);

const messageOf = (change: LiveChange | Presence | Cursor): string =>
  `event: change\ndata: ${JSON.stringify(change)}\n\n`;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Of a job as it travels in an event (proto JSON: camelCase, zeroes left out). */
function stateOf(data: Record<string, unknown> | undefined): LiveChange['job'] {
  const { progress, result } = JobEvent.fromJSON({ job: data }).job ?? {};
  return { status: textOf(data?.['status']), progress: presentJobProgress(progress), result: presentJobResult(result) };
}

/** Whether it changes who may see the project: somebody came, went or is something else there now, or all of it was deleted. */
const changesAccess = (subject: string): boolean => {
  const { entity, verb } = parseSubject(subject);
  return (
    entity === accessEvents.any.entity ||
    (entity === projectEvents.deleted.entity && verb === projectEvents.deleted.verb)
  );
};

/** What browsers get of an event. */
export function liveChange(subject: string, envelope: EventEnvelope): LiveChange | undefined {
  const { entity, verb } = parseSubject(subject);
  if (!isShown(entity)) return undefined;
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

/** That a user is another, sent to the user alone. */
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

/** Answers with a stream that is kept alive, and whose reader is looked at now and then, until it ends. */
function beginStream({ response, recheck }: Pick<Subscriber, 'response' | 'recheck'>): void {
  response.status(200).set({
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    // nginx must not hold events back
    'X-Accel-Buffering': 'no',
  });
  response.flushHeaders();
  const heartbeat = setInterval(() => response.write(': alive\n\n'), HEARTBEAT_MS);
  const looks = setInterval(recheck, RECHECK_MS);
  response.on('close', () => {
    clearInterval(heartbeat);
    clearInterval(looks);
  });
}

/**
 * GET /api/events?project_id=&window_id=: a server-sent event stream of what changed in a project the caller may see and of what
 * belongs to no project (issues), of the caller's own account and of their roles in all projects, and of what others point at on the
 * page that this window shows (presence says which). It ends with the access token it was opened with, with its session, when the
 * account is disabled, when the project is no longer for the caller, and when this gateway lost its connection to the broker for a while.
 */
export function live(
  { project }: Pick<Clients, 'project'>,
  callers: Pick<Callers, 'again' | 'onUserChanged'>,
  ended: Pick<EndedSessions, 'onEnded'>,
  broker: Broker,
  log: Logger,
  clock: Clock = systemClock,
): { router: Router; close: () => void } {
  const channels = createChannels(broker, (projectId, subject, body) => {
    const readers = channels.of(projectId);
    if (projectId !== undefined && subject === cursorSubject(projectId)) {
      pointAt(projectId, readers, body as Cursor);
      return;
    }
    const change = liveChange(subject, body as EventEnvelope);
    if (!change) return;
    const message = messageOf(change);
    for (const reader of readers) send(reader, message);
    // whoever may not see it any more is told that, and then nothing more
    if (changesAccess(subject)) for (const reader of readers) reader.recheck();
  });
  // of all projects, also those that nobody here reads: who comes later is to see at once who is there
  const roster = new Roster(clock);
  const tellOf = (presence: Presence): void => {
    const message = messageOf(presence);
    for (const reader of channels.of(presence.project_id)) send(reader, message);
  };
  // whom it is about is told wherever they are: who gets into a project has not opened it
  const unwatchAccess = watchEvents(broker, accessEvents.any, (event) => {
    const { userId, role } = AccessEvent.fromJSON(event.data);
    // whoever was removed says nothing more, not even that they leave
    if (role === '') roster.leave(event.scope, userId).forEach(tellOf);
    const change = liveChange(event.subject, event);
    if (!change) return;
    const message = messageOf(change);
    for (const subscriber of channels.all())
      // who reads the project itself is told above
      if (subscriber.userId === userId && subscriber.projectId !== event.scope) send(subscriber, message);
  });
  /** Hands on what somebody points at to the other windows that show the same page. */
  const pointAt = (projectId: string, readers: Iterable<Subscriber>, cursor: Cursor): void => {
    const message = messageOf(cursor);
    for (const reader of readers)
      if (reader.windowId !== cursor.id && roster.pageOf(projectId, reader.windowId) === cursor.document_page_id)
        send(reader, message);
  };
  const unwatchPresence = broker.watch(PRESENCE_SUBJECTS, (_subject, body) => {
    const presence = body as Presence;
    roster.note(presence);
    tellOf(presence);
  });
  /** Ends all streams; readers connect again, not all of them in the same moment. */
  const end = (): void => {
    for (const { response } of channels.all())
      response.end(`retry: ${Math.round(RECONNECT_MS * (0.2 + Math.random()))}\n\n`);
  };
  // what changed while nothing was heard is read afresh
  const unwatchReconnects = broker.onReconnect(end);
  callers.onUserChanged((envelope) => {
    for (const subscriber of channels.all()) {
      if (subscriber.userId !== envelope.entityId) continue;
      subscriber.recheck();
      send(subscriber, messageOf(ownChange(envelope)));
    }
  });

  // sign-out and another password end the streams of their sessions at once
  ended.onEnded((userId) => {
    for (const subscriber of channels.all()) if (subscriber.userId === userId) subscriber.recheck();
  });

  const router = strictRouter();
  methods(router, '/events', about('project', { by: { project_id: 'project' }, get: seenIfNamed }), {
    get: [
      async (request, response) => {
        const asked = query(request, 'project_id');
        const projectId = idOrNone(asked);
        const mayRead = async (): Promise<boolean> =>
          (await project.checkAccess({ projectIds: [projectId] }, { ...parentOf(request, { unlimited: true }) })).roles[
            projectId
          ] !== undefined;
        const mayGoOn = async (): Promise<boolean> => {
          // the token it was opened with may be over by now, or its holder another
          await callers.again(request);
          return asked === undefined || mayRead();
        };
        const { sub: userId } = callerOf(request).actor;
        const subscriber = createSubscriber(
          {
            userId,
            windowId: `${userId}/${query(request, 'window_id') ?? ''}`,
            projectId: asked === undefined ? undefined : projectId,
            response,
          },
          { mayGoOn, log, requestId: requestOf(request).requestId },
        );
        if (asked !== undefined && !projectId) throw notFound('Project', 'project_id');
        // a tab that was closed while its reader was recognised: `close` has been, and would end nothing
        if (response.closed) return;
        // subscribed before the access is looked at, so that its end is not missed in between
        const subscribed = channels.join(subscriber);
        response.on('close', () => channels.leave(subscriber));
        try {
          if (asked !== undefined && !(await mayRead())) throw notFound('Project', 'project_id');
        } catch (error) {
          channels.leave(subscriber);
          throw error;
        }
        if (response.closed) return;
        beginStream(subscriber);
        // without the broker nothing is published either; its client subscribes again once it is back
        await subscribed.catch((error: unknown) => log.warn({ err: error }, 'subscribed late'));
        if (response.closed) return;
        response.write(': listening\n\n');
        for (const presence of roster.present(projectId)) response.write(messageOf(presence));
        subscriber.open();
      },
    ],
  });
  return {
    router,
    close: () => {
      unwatchAccess();
      unwatchPresence();
      unwatchReconnects();
      channels.close();
      end();
    },
  };
}
