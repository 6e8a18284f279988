import { app, type AnnotationJson } from '@symbio/api';
import { notFound, seesOrganization, systemClock, type Clock, type Logger } from '@symbio/runtime';
import { parseSubject, watchEvents, type Broker, type EventEnvelope } from '@symbio/events';
import { catalogueRows, type LiveEntity } from '@symbio/proto/catalogue';
import { AnnotationEvent, annotationEvents } from '@symbio/proto/annotation';
import { CommentEvent, commentEvents, IssueEvent, issueEvents } from '@symbio/proto/issue';
import { seesOnlyOwnIssues, type IssueAccess } from '@symbio/proto/issue/vocabulary';
import { JobEvent } from '@symbio/proto/job';
import { AccessEvent, accessEvents, projectEvents } from '@symbio/proto/project';
import type { Callers } from '../http/auth/callers.js';
import type { EndedSessions } from '../http/auth/ended-sessions.js';
import type { Clients } from '../clients.js';
import { cursorSubject, type Cursor } from './cursors.js';
import { createChannels, send, type Subscriber } from './channels.js';
import { createSubscriber } from './subscriber.js';
import { PRESENCE_SUBJECTS, PresenceRegistry, type Presence } from './presence.js';
import { presentAnnotation } from '../present/evidence.js';
import { presentJobProgress, presentJobResult } from '../present/jobs.js';
import { callerOf, parentOf, requestOf } from '../http/request.js';
import { rawRoute, type RawRoute } from '../http/serve.js';

/** Heartbeat interval in milliseconds, so proxies keep the connection. */
const HEARTBEAT_MS = 15_000;
/** Approximate reconnect delay in milliseconds when this gateway stops. */
const RECONNECT_MS = 2_000;
const RECHECK_MS = 60_000;

/** Change notification; contents are sent for jobs and annotations only. */
export interface LiveChange {
  /** Entity name in the event catalogue. */
  entity: LiveEntity;
  verb: string;
  id: string;
  project_id: string | null;
  document_id: string | null;
  document_page_id: string | null;
  rev: number;
  at: string;
  job?: { status: string | null; progress: unknown; result: unknown };
  /** Annotation after the change; absent for deletions. */
  annotation?: AnnotationJson;
  /** Author of the change, to recognise own changes. */
  author_id: string | null;
}

/** Entities shown to everyone with project access; others are internal. */
const LIVE = new Set<string>(catalogueRows.filter(({ live }) => live === 'everybody').map(({ entity }) => entity));
const isLive = (entity: string): entity is LiveEntity => LIVE.has(entity);

const messageOf = (change: LiveChange | Presence | Cursor): string =>
  `event: change\ndata: ${JSON.stringify(change)}\n\n`;

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function contentsOf(entity: LiveEntity, verb: string, data: unknown): Pick<LiveChange, 'job' | 'annotation'> {
  if (entity === 'job') {
    const { status, progress, result } = JobEvent.fromJSON(data).job ?? {};
    return {
      job: { status: textOf(status), progress: presentJobProgress(progress), result: presentJobResult(result) },
    };
  }
  if (entity !== 'annotation' || verb === annotationEvents.deleted.verb) return {};
  const { annotation } = AnnotationEvent.fromJSON(data);
  return annotation ? { annotation: presentAnnotation(annotation) } : {};
}

/** Reporter of an issue, and their organization; undefined for other events. */
function reporterOf(entity: string, data: unknown): { reporterId: string; organizationId: string } | undefined {
  if (entity === issueEvents.any.entity) {
    const { reporterId = '', organizationId = '' } = IssueEvent.fromJSON(data).issue ?? {};
    return { reporterId, organizationId };
  }
  return entity === commentEvents.any.entity ? CommentEvent.fromJSON(data) : undefined;
}

/** Whether the event affects project access. */
const changesAccess = (subject: string): boolean => {
  const { entity, verb } = parseSubject(subject);
  return (
    entity === accessEvents.any.entity ||
    (entity === projectEvents.deleted.entity && verb === projectEvents.deleted.verb)
  );
};

export function liveChange(subject: string, envelope: EventEnvelope): LiveChange | undefined {
  const { entity, verb } = parseSubject(subject);
  if (!isLive(entity)) return undefined;
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
    ...contentsOf(entity, verb, envelope.data),
  };
}

/** Change of the subscriber's account, sent to that user only. */
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

/** Starts a stream with heartbeats and periodic access checks. */
function beginStream({ response, recheck }: Pick<Subscriber, 'response' | 'recheck'>): void {
  response.status(200).set({
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    // disable nginx buffering
    'X-Accel-Buffering': 'no',
  });
  response.flushHeaders();
  const heartbeat = setInterval(() => response.write(': alive\n\n'), HEARTBEAT_MS);
  const accessChecks = setInterval(recheck, RECHECK_MS);
  response.on('close', () => {
    clearInterval(heartbeat);
    clearInterval(accessChecks);
  });
}

export interface LiveOptions {
  clients: Pick<Clients, 'project'>;
  callers: Pick<Callers, 'reauthenticate' | 'onUserChanged'>;
  ended: Pick<EndedSessions, 'onEnded'>;
  broker: Broker;
  log: Logger;
  issueAccess: IssueAccess;
  clock?: Clock;
}

/**
 * GET /api/events?project_id=&window_id=: server-sent events of a project, of issues, of the caller's account, and of
 * cursors on the page this window shows. The stream ends with its session, the account or project access, and after a
 * broker outage.
 */
export function live({
  clients: { project },
  callers,
  ended,
  broker,
  log,
  issueAccess,
  clock = systemClock,
}: LiveOptions): { routes: RawRoute[]; close: () => void } {
  const maySee = ({ userId, role, seesIssuesOf }: Subscriber, reporter: ReturnType<typeof reporterOf>): boolean =>
    reporter === undefined ||
    (seesIssuesOf(reporter.organizationId) &&
      (reporter.reporterId === userId || !seesOnlyOwnIssues(issueAccess, role())));
  const channels = createChannels(broker, (projectId, subject, body) => {
    const subscribers = channels.of(projectId);
    if (projectId !== undefined && subject === cursorSubject(projectId)) {
      sendCursor(projectId, subscribers, body as Cursor);
      return;
    }
    const change = liveChange(subject, body as EventEnvelope);
    if (!change) return;
    const message = messageOf(change);
    const reporter = reporterOf(change.entity, (body as EventEnvelope).data);
    for (const subscriber of subscribers) if (maySee(subscriber, reporter)) send(subscriber, message);
    // a removed subscriber gets this message as the last one
    if (changesAccess(subject)) for (const subscriber of subscribers) subscriber.recheck();
  });
  // tracks all projects, for later subscribers
  const registry = new PresenceRegistry(clock);
  const sendPresence = (presence: Presence): void => {
    const message = messageOf(presence);
    for (const subscriber of channels.of(presence.project_id)) send(subscriber, message);
  };
  // notify the person on any stream: a new member has not opened the project
  const unwatchAccess = watchEvents(broker, accessEvents.any, (event) => {
    const { userId, role } = AccessEvent.fromJSON(event.data);
    // removed members send no further presence, not even a leave message
    if (role === '') registry.removePerson(event.scope, userId).forEach(sendPresence);
    const change = liveChange(event.subject, event);
    if (!change) return;
    const message = messageOf(change);
    for (const subscriber of channels.all())
      // the project's subscribers are notified above
      if (subscriber.userId === userId && subscriber.projectId !== event.scope) send(subscriber, message);
  });
  const sendCursor = (projectId: string, subscribers: Iterable<Subscriber>, cursor: Cursor): void => {
    const message = messageOf(cursor);
    for (const subscriber of subscribers)
      if (
        subscriber.windowId !== cursor.id &&
        registry.pageOf(projectId, subscriber.windowId) === cursor.document_page_id
      )
        send(subscriber, message);
  };
  const unwatchPresence = broker.watch(PRESENCE_SUBJECTS, (_subject, body) => {
    const presence = body as Presence;
    registry.record(presence);
    sendPresence(presence);
  });
  /** Ends all streams; reconnects are spread over time. */
  const end = (): void => {
    for (const { response } of channels.all())
      response.end(`retry: ${Math.round(RECONNECT_MS * (0.2 + Math.random()))}\n\n`);
  };
  // events during the outage were missed: clients must reload
  const unwatchReconnects = broker.onReconnect(end);
  callers.onUserChanged((envelope) => {
    for (const subscriber of channels.all()) {
      if (subscriber.userId !== envelope.entityId) continue;
      subscriber.recheck();
      send(subscriber, messageOf(ownChange(envelope)));
    }
  });

  // sign-out or a password change ends the session's streams immediately
  ended.onEnded((userId) => {
    for (const subscriber of channels.all()) if (subscriber.userId === userId) subscriber.recheck();
  });

  const routes = [
    rawRoute(app.live.followEvents, async ({ query }, request, response) => {
      const { project_id: requestedId, window_id: windowId = '' } = query;
      const projectId = requestedId ?? '';
      const mayRead = async (): Promise<boolean> =>
        (await project.checkAccess({ projectIds: [projectId] }, { ...parentOf(request, { unlimited: true }) })).roles[
          projectId
        ] !== undefined;
      const mayContinue = async (): Promise<boolean> => {
        // the token may have expired or the user changed by now
        await callers.reauthenticate(request);
        return requestedId === undefined || mayRead();
      };
      const { sub: userId } = callerOf(request).actor;
      const subscriber = createSubscriber(
        {
          userId,
          // a change of role reauthenticates the request
          role: () => callerOf(request).actor.role,
          seesIssuesOf: (organizationId) => seesOrganization(callerOf(request).actor, organizationId || undefined),
          windowId: `${userId}/${windowId}`,
          projectId: requestedId === undefined ? undefined : projectId,
          response,
        },
        { mayContinue, log, requestId: requestOf(request).requestId },
      );
      // the client disconnected during authentication; `close` has fired already
      if (response.closed) return undefined;
      // subscribe first, so no loss of access in between is missed
      const subscribed = channels.join(subscriber);
      response.on('close', () => channels.leave(subscriber));
      try {
        if (requestedId !== undefined && !(await mayRead())) throw notFound('Project', 'project_id');
      } catch (error) {
        channels.leave(subscriber);
        throw error;
      }
      if (response.closed) return undefined;
      beginStream(subscriber);
      // nothing is published without the broker; its client resubscribes
      await subscribed.catch((error: unknown) => log.warn({ err: error }, 'live subscription delayed'));
      if (response.closed) return undefined;
      response.write(': listening\n\n');
      for (const presence of registry.present(projectId)) response.write(messageOf(presence));
      subscriber.open();
      return undefined;
    }),
  ];
  return {
    routes,
    close: () => {
      unwatchAccess();
      unwatchPresence();
      unwatchReconnects();
      channels.close();
      end();
    },
  };
}
