import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from '@symbio/runtime';
import { objectIdOf } from '../auth/key-audit.js';
import { accessOf } from '../auth/key-access.js';
import { originalOf } from './originals.js';
import { delayEnd } from '../delayed-end.js';
import { requestOf, type Caller } from '../request.js';
import type { AuditRecorder, PendingEntry } from './recorder.js';
import { act, successSubject, refusalSubject, type Subject } from './audit-subject.js';

/** Deduplication window for reads of one object in milliseconds; each read extends it, to an hour at most. */
const SAME_READ_MS = 10 * 60_000;
const MAX_SAME_READ_MS = 60 * 60_000;
const MAX_READS = 20_000;

/** Maximum wait for an entry in milliseconds: sign-in works while the stream is unavailable. */
const MAX_DELAY_MS = 1_000;

/** An invalid API key is an intrusion attempt; an expired access token is not. */
const API_KEY_CREDENTIALS = /^Bearer sk_/i;

export interface RequestOrigin {
  caller: Caller | undefined;
  address: string;
  /** Gateway's request id, and the client's or empty. */
  requestId: string;
  clientRequestId: string;
  status: number;
  versionNumber?: number | undefined;
}

export interface AuditRequests {
  requests: RequestHandler;
  /** For files: a delivered original is an export. */
  files: RequestHandler;
  read(origin: RequestOrigin, subject: Subject): void;
}

/**
 * Records reads, rejections and changes without an event, without repeats.
 * @param now milliseconds since the epoch
 */
export function auditRequests(recorder: AuditRecorder, now: () => number = Date.now): AuditRequests {
  const recentReads = new LRUCache<string, number>({
    max: MAX_READS,
    ttl: SAME_READ_MS,
    updateAgeOnGet: true,
    perf: { now },
    ttlResolution: 0,
  });

  const isRepeated = (key: string): boolean => {
    const begun = recentReads.get(key);
    if (begun !== undefined && now() - begun < MAX_SAME_READ_MS) return true;
    recentReads.set(key, now());
    return false;
  };

  const entryOf = (
    { caller, ...origin }: RequestOrigin,
    subject: Subject,
    userId = caller?.actor.sub ?? '',
  ): PendingEntry => ({
    ...subject,
    ...origin,
    userId,
    authorId: caller?.actor.authorId ?? '',
    apiKeyId: caller?.key?.id ?? '',
    manifestSha256: '',
    // identity knows it
    organizationId: '',
  });

  const readKey = (originText: string, { object, objectId }: Subject): string => `${originText} ${object} ${objectId}`;
  const originKey = ({ caller, address }: RequestOrigin): string =>
    `${caller?.actor.sub} ${caller?.key?.id ?? ''} ${address}`;

  function read(origin: RequestOrigin, subject: Subject): void {
    if (subject.action === 'opened' && isRepeated(readKey(originKey(origin), subject))) return;
    // the download from the returned address is the same export
    if (subject.action === 'exported') isRepeated(readKey(`original ${originKey(origin)}`, subject));
    recorder.add(entryOf(origin, subject));
  }

  function recordRefusal(request: Request, origin: RequestOrigin): void {
    const { caller, status, address } = origin;
    const { matched } = requestOf(request);
    const isSignIn = matched !== undefined && successSubject(request.method, matched)?.action === 'signed_in';
    const isSignInAttempt = isSignIn || API_KEY_CREDENTIALS.test(request.get('authorization') ?? '');
    if (status === 403 ? !caller && !isSignInAttempt : !isSignInAttempt) return;
    const subject = refusalSubject(request.method, matched);
    // one entry per ten minutes, except for passwords
    const key = `refused ${caller?.actor.sub ?? ''} ${address} ${subject.operation} ${subject.objectId}`;
    if (!isSignIn && isRepeated(key)) return;
    recorder.add(entryOf(origin, subject));
  }

  /** @param address remote address, captured before the connection closes */
  function originOf(request: Request, { statusCode: status }: Response, address: string): RequestOrigin {
    const { caller, ownId: requestId, requestId: shown, versionNumber } = requestOf(request);
    return { caller, address, requestId, clientRequestId: shown === requestId ? '' : shown, status, versionNumber };
  }

  const successOf = (request: Request): Subject | undefined => {
    const { matched } = requestOf(request);
    return matched && successSubject(request.method, matched);
  };

  /** Delays the response until its entry is published, up to a limit. */
  function delayUntilRecorded(request: Request, response: Response, address: string): void {
    delayEnd(response, (body) => {
      const subject = response.statusCode < 300 ? successOf(request) : undefined;
      if (!subject || subject.action === 'opened') return undefined;
      const origin = originOf(request, response, address);
      const userId = requestOf(request).userId ?? origin.caller?.actor.sub ?? '';
      const objectId = subject.objectId || (subject.object === 'user' ? userId : objectIdOf(body));
      recorder.add(entryOf(origin, { ...subject, objectId }, userId));
      return Promise.race([recorder.flush(), sleep(MAX_DELAY_MS, undefined, { ref: false })]);
    });
  }

  /** Runs once, when a response finishes or breaks off after data was sent. */
  function onceFinished(response: Response, run: () => void): void {
    let isFinished = false;
    const finish = (): void => {
      if (!isFinished) run();
      isFinished = true;
    };
    response.on('finish', finish);
    response.on('close', () => {
      if (response.headersSent) finish();
    });
  }

  return {
    read,
    requests: (request, response, next) => {
      const isRead = accessOf(request.method) === 'read';
      const address = request.ip ?? '';
      if (!isRead) delayUntilRecorded(request, response, address);
      onceFinished(response, () => {
        const { statusCode: status } = response;
        const origin = originOf(request, response, address);
        if (status === 401 || status === 403) return recordRefusal(request, origin);
        if ((status >= 300 && status !== 304) || !origin.caller) return;
        const subject = successOf(request);
        // other changes were recorded before the response
        if (subject && (isRead || subject.action === 'opened')) read(origin, subject);
      });
      next();
    },
    files: (request, response, next) => {
      const address = request.ip ?? '';
      onceFinished(response, () => {
        const original = originalOf(response);
        if (!original) return;
        const { documentId: objectId, projectId, userId, apiKeyId } = original;
        const subject = { ...act('exported', 'original'), object: 'document', objectId, projectId };
        // a file is read in many range requests
        if (isRepeated(readKey(`original ${userId} ${apiKeyId} ${address}`, subject))) return;
        recorder.add({ ...entryOf(originOf(request, response, address), subject, userId), apiKeyId });
      });
      next();
    },
  };
}
