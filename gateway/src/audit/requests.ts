import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from '@symbio/runtime';
import { answeredId } from '../auth/key-audit.js';
import { accessOf } from '../auth/key-access.js';
import { originalOf } from '../files/originals.js';
import { requestOf, type Caller } from '../request.js';
import type { AuditRecorder, Seen } from './recorder.js';
import { act, doneBy, refusedAt, type Subject } from './audit-subject.js';

/** Deduplication window in milliseconds for repeated reads of one object; extended on each read, to an hour at most. */
const SAME_LOOK_MS = 10 * 60_000;
const LONGEST_LOOK_MS = 60 * 60_000;
const LOOKS = 20_000;

/**
 * Maximum delay of a response until its entry is published; people can still sign in while the stream is unavailable.
 */
const HOLD_MS = 1_000;

/** Presenting something like our API key is an intrusion attempt; an expired access token is not. */
const SHOWS_SECRET = /^Bearer sk_/i;

export interface Asker {
  caller: Caller | undefined;
  address: string;
  /** The gateway's own request id, and the client's; empty if it sent none. */
  requestId: string;
  clientRequestId: string;
  status: number;
}

export interface AuditRequests {
  requests: RequestHandler;
  /** For file server requests: a delivered original is an export. */
  files: RequestHandler;
  /** Records a read without an HTTP request, such as one by a tool. */
  read(asked: Asker, what: Subject): void;
}

/**
 * Records reads, rejections and changes without an event; repeated reads and repeated rejections are deduplicated.
 * @param now milliseconds since the epoch
 */
export function auditRequests(recorder: AuditRecorder, now: () => number = Date.now): AuditRequests {
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
    // downloading the file from the returned address is not a second export
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
    // repeated rejections make one entry in ten minutes, except for passwords
    const key = `refused ${caller?.actor.sub ?? ''} ${address} ${what.operation} ${what.objectId}`;
    if (!signsIn && isSameLook(key)) return;
    recorder.add(seen(asked, what));
  }

  /** @param address remote address, captured before the connection closes */
  function askerOf(request: Request, { statusCode: status }: Response, address: string): Asker {
    const { caller, ownId: requestId, requestId: shown } = requestOf(request);
    return { caller, address, requestId, clientRequestId: shown === requestId ? '' : shown, status };
  }

  const done = (request: Request): Subject | undefined => {
    const { matched } = requestOf(request);
    return matched && doneBy(request.method, matched);
  };

  /**
   * Delays the response to a change until its entry is published, up to a limit; after that the entry stays in memory.
   */
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

  /** Runs once when a response finishes, or breaks off after data was sent, since that data has been read. */
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
        // other changes were recorded before the response
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
        // a file is read in many range requests
        if (isSameLook(lookOf(`original ${userId} ${apiKeyId} ${address}`, what))) return;
        recorder.add({ ...seen(askerOf(request, response, address), what, userId), apiKeyId });
      });
      next();
    },
  };
}
