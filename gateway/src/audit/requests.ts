import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from '@symbio/kit';
import { answeredId } from '../auth/key-audit.js';
import { accessOf } from '../auth/key-access.js';
import { originalOf } from '../files/originals.js';
import { requestOf, type Caller } from '../request.js';
import type { AuditRecorder, Seen } from './recorder.js';
import { act, doneBy, refusedAt, type Subject } from './audit-subject.js';

/** Milliseconds for which a look at the same thing is the same look: as long as it goes on, an hour at most. */
const SAME_LOOK_MS = 10 * 60_000;
const LONGEST_LOOK_MS = 60 * 60_000;
const LOOKS = 20_000;

/** Milliseconds that an answer waits for its entry: while the stream is away people can sign in all the same. */
const HOLD_MS = 1_000;

/** Who shows a secret of ours, or something like one, means to get in. An access token that has ended does not. */
const SHOWS_SECRET = /^Bearer sk_/i;

/** Who asks, how, and what was answered. */
export interface Asker {
  caller: Caller | undefined;
  address: string;
  /** The gateway's own, and the one that the caller chose; empty where it chose none. */
  requestId: string;
  clientRequestId: string;
  status: number;
}

/** Enters in the audit trail what requests opened, exported, were refused, and changed without an event. */
export interface AuditRequests {
  requests: RequestHandler;
  /** For requests to the file server: an original that it sends is exported. */
  files: RequestHandler;
  /** Enters a read that is no request of its own, such as a tool's. */
  read(asked: Asker, what: Subject): void;
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

  const seen = ({ caller, ...asked }: Asker, what: Subject, userId = caller?.actor.sub ?? ''): Seen => ({
    ...what,
    ...asked,
    userId,
    authorId: caller?.actor.authorId ?? '',
    apiKeyId: caller?.key?.id ?? '',
  });

  const lookOf = (who: string, { object, objectId }: Subject): string => `${who} ${object} ${objectId}`;
  const whoIs = ({ caller, address }: Asker): string => `${caller?.actor.sub} ${caller?.key?.id ?? ''} ${address}`;

  function read(asked: Asker, what: Subject): void {
    if (what.action === 'opened' && isSameLook(lookOf(whoIs(asked), what))) return;
    // the file that is fetched from the address is no second export
    if (what.action === 'exported') isSameLook(lookOf(`original ${whoIs(asked)}`, what));
    recorder.add(seen(asked, what));
  }

  function refused(request: Request, asked: Asker): void {
    const { caller, status, address } = asked;
    const { matched } = requestOf(request);
    const signsIn = matched !== undefined && doneBy(request.method, matched)?.action === 'signed_in';
    const meansToGetIn = signsIn || SHOWS_SECRET.test(request.get('authorization') ?? '');
    if (status === 403 ? !caller && !meansToGetIn : !meansToGetIn) return;
    const what = refusedAt(request.method, matched);
    // repeated tries are one entry in ten minutes, but for passwords
    const key = `refused ${caller?.actor.sub ?? ''} ${address} ${what.operation} ${what.objectId}`;
    if (!signsIn && isSameLook(key)) return;
    recorder.add(seen(asked, what));
  }

  /** @param address of the connection, which a closed one no longer has */
  function askerOf(request: Request, { statusCode: status }: Response, address: string): Asker {
    const { caller, ownId: requestId, requestId: shown } = requestOf(request);
    return { caller, address, requestId, clientRequestId: shown === requestId ? '' : shown, status };
  }

  /** What a request that succeeded did, as far as no event records it. */
  const done = (request: Request): Subject | undefined => {
    const { matched } = requestOf(request);
    return matched && doneBy(request.method, matched);
  };

  /** Has the answer to a change wait until its entry is in the stream, but not for long: it is kept in memory then. */
  function holdFor(request: Request, response: Response, address: string): void {
    let answer: unknown;
    const json = response.json.bind(response);
    response.json = (body: unknown) => {
      answer = body;
      return json(body);
    };
    const end = response.end.bind(response) as (...args: unknown[]) => typeof response;
    response.end = ((...args: unknown[]) => {
      response.end = end as typeof response.end;
      const what = response.statusCode < 300 ? done(request) : undefined;
      if (!what || what.action === 'opened') return end(...args);
      const asked = askerOf(request, response, address);
      const userId = requestOf(request).userId ?? asked.caller?.actor.sub ?? '';
      const objectId = what.objectId || (what.object === 'user' ? userId : answeredId(answer));
      recorder.add(seen(asked, { ...what, objectId }, userId));
      void Promise.race([recorder.flush(), sleep(HOLD_MS, undefined, { ref: false })]).then(() => end(...args));
      return response;
    }) as typeof response.end;
  }

  /** Runs when an answer is over, once: finished, or broken off after it began, as what was sent until then has been read. */
  function whenOver(response: Response, run: () => void): void {
    let isOver = false;
    const over = (): void => {
      if (!isOver) run();
      isOver = true;
    };
    response.on('finish', over);
    response.on('close', () => {
      if (response.headersSent) over();
    });
  }

  return {
    read,
    requests: (request, response, next) => {
      const isRead = accessOf(request.method) === 'read';
      const address = request.ip ?? '';
      if (!isRead) holdFor(request, response, address);
      whenOver(response, () => {
        const { statusCode: status } = response;
        const asked = askerOf(request, response, address);
        if (status === 401 || status === 403) return refused(request, asked);
        if ((status >= 300 && status !== 304) || !asked.caller) return;
        const what = done(request);
        // other changes were entered before they were answered
        if (what && (isRead || what.action === 'opened')) read(asked, what);
      });
      next();
    },
    files: (request, response, next) => {
      const address = request.ip ?? '';
      whenOver(response, () => {
        const original = originalOf(response);
        if (!original) return;
        const { documentId: objectId, projectId, userId, apiKeyId } = original;
        const what = { ...act('exported', 'original'), object: 'document', objectId, projectId };
        // a file is read in many parts
        if (isSameLook(lookOf(`original ${userId} ${apiKeyId} ${address}`, what))) return;
        recorder.add({ ...seen(askerOf(request, response, address), what, userId), apiKeyId });
      });
      next();
    },
  };
}
