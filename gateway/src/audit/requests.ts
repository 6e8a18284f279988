import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from '@symbio/kit';
import { answeredId } from '../auth/key-audit.js';
import { accessOf } from '../auth/key-access.js';
import { requestOf, type Caller } from '../request.js';
import type { AuditRecorder, Seen } from './recorder.js';
import { changedBy, readBy, refusedAt, type Subject } from './what.js';

/** Milliseconds for which a look at the same thing is the same look: as long as it goes on, an hour at most. */
const SAME_LOOK_MS = 10 * 60_000;
const LONGEST_LOOK_MS = 60 * 60_000;
const LOOKS = 20_000;

/** Milliseconds that an answer waits for its entry: while the stream is away people can sign in all the same. */
const HOLD_MS = 1_000;

/** A secret of ours, or a form with one: whoever shows it means to get in. An access token that is over does not. */
const SHOWS_SECRET = /^Bearer sk_/i;
const SIGNS_IN = /^\/api\/auth\/(?:sign-in|sso)$/;

/** Who asks, how, and what was answered. */
export interface Asked {
  caller: Caller | undefined;
  address: string;
  requestId: string;
  status: number;
}

/** Tells the audit trail of requests: what was opened, exported, refused, and changed without an event. */
export interface AuditRequests {
  requests: RequestHandler;
  /** Of a read that is no request of its own, such as a tool's: its address as a request would have it. */
  read(asked: Asked, path: string, query: URLSearchParams): void;
}

/**
 * Hands a recorder what requests read, what they were refused, and what they changed without an event. The same look, or the same
 * refusal, again and again is one entry.
 *
 * @param now milliseconds since the epoch
 */
export function auditRequests(recorder: AuditRecorder, now: () => number = Date.now): AuditRequests {
  /** When a look began, by who looks at what. */
  const looks = new LRUCache<string, number>({
    max: LOOKS,
    ttl: SAME_LOOK_MS,
    updateAgeOnGet: true,
    perf: { now },
    ttlResolution: 0,
  });

  const isSameLook = (key: string): boolean => {
    const begun = looks.get(key);
    if (begun !== undefined && now() - begun < LONGEST_LOOK_MS) return true;
    looks.set(key, now());
    return false;
  };

  const seen = ({ caller, ...asked }: Asked, what: Subject, userId = caller?.actor.sub ?? ''): Seen => ({
    ...what,
    ...asked,
    userId,
    authorId: caller?.actor.authorId ?? '',
    apiKeyId: caller?.key?.id ?? '',
  });

  function read(asked: Asked, path: string, query: URLSearchParams): void {
    const what = readBy(path, query);
    if (!what) return;
    const { caller } = asked;
    const who = `${caller?.actor.sub} ${caller?.key?.id ?? ''} ${asked.address}`;
    if (what.action === 'opened' && isSameLook(`${who} ${what.object} ${what.objectId}`)) return;
    recorder.add(seen(asked, what));
  }

  function refused(request: Request, asked: Asked, path: string): void {
    const { caller, status, address } = asked;
    const meansToGetIn = SIGNS_IN.test(path) || SHOWS_SECRET.test(request.get('authorization') ?? '');
    if (status === 403 ? !caller && !meansToGetIn : !meansToGetIn) return;
    const what = refusedAt(request.method, path);
    // who tries again and again is one entry in ten minutes, but for passwords
    const key = `refused ${caller?.actor.sub ?? ''} ${address} ${what.operation} ${what.objectId}`;
    if (!SIGNS_IN.test(path) && isSameLook(key)) return;
    recorder.add(seen(asked, what));
  }

  const askedOf = (request: Request, { statusCode: status }: Response): Asked => {
    const { caller, requestId } = requestOf(request);
    return { caller, address: request.ip ?? '', requestId, status };
  };

  /** Has the answer wait until its entry is in the stream, but not for long: it is kept in memory then. */
  function holdFor(request: Request, response: Response, what: Omit<Subject, 'projectId'>): void {
    let answer: unknown;
    const json = response.json.bind(response);
    response.json = (body: unknown) => {
      answer = body;
      return json(body);
    };
    const end = response.end.bind(response) as (...args: unknown[]) => typeof response;
    response.end = ((...args: unknown[]) => {
      response.end = end as typeof response.end;
      if (response.statusCode >= 300) return end(...args);
      const asked = askedOf(request, response);
      const userId = requestOf(request).userId ?? asked.caller?.actor.sub ?? '';
      const objectId = what.objectId || (what.object === 'user' ? userId : answeredId(answer));
      recorder.add(seen(asked, { ...what, objectId, projectId: '' }, userId));
      void Promise.race([recorder.flush(), sleep(HOLD_MS, undefined, { ref: false })]).then(() => end(...args));
      return response;
    }) as typeof response.end;
  }

  return {
    read,
    requests: (request, response, next) => {
      const [path = '', search = ''] = request.originalUrl.split('?', 2);
      const isRead = accessOf(request.method) === 'read';
      const change = isRead ? undefined : changedBy(request.method, path);
      if (change) holdFor(request, response, change);
      // a connection that has ended tells none
      const address = request.ip ?? '';
      let isSeen = false;
      const see = (): void => {
        if (isSeen) return;
        isSeen = true;
        const { statusCode: status } = response;
        if (status === 401 || status === 403) refused(request, { ...askedOf(request, response), address }, path);
        else if (isRead && (status < 300 || status === 304) && requestOf(request).caller)
          read({ ...askedOf(request, response), address }, path, new URLSearchParams(search));
      };
      response.on('finish', see);
      // an answer that is broken off has been read as far as it came: an export could be had without an entry otherwise
      response.on('close', () => {
        if (response.headersSent) see();
      });
      next();
    },
  };
}
