import type { Request, RequestHandler } from 'express';
import { AppError, type Metrics } from '@symbio/kit';
import { BUSY } from '../errors.js';
import { callerOf } from '../request.js';
import { FairQueue, type Refusal } from './fair-queue.js';

/** Maximum wait for a slot, in milliseconds; short, so that users still wait and rejections are fast. */
const WAIT_MS = 1_000;
/** Milliseconds after which a request no longer counts as CPU-bound. */
const HOLD_MS = 1_500;
/** Maximum requests without a slot, as a multiple of the slots; see `slow` of the queue. */
const SLOW_FACTOR = 4;
/** Waiting requests allowed per caller: more than any of our pages sends at once. */
const MAX_PER_CALLER = 100;
/** Retry-After seconds for callers with too many concurrent requests. */
const TOO_MANY_RETRY_SECONDS = 1;

/** The live stream stays open and idle. */
const staysOpen = ({ method, path }: Request): boolean => method === 'GET' && path === '/events';

const callerId = (request: Request): string => {
  const { key, actor } = callerOf(request);
  return key?.id ?? actor.sub;
};

const tooMany = (what: string): AppError =>
  new AppError('RESOURCE_EXHAUSTED', 'too_many_at_once', `${what} Wait for some of them, then try again.`, {
    fields: { retry_after: String(TOO_MANY_RETRY_SECONDS) },
  });

const errorOf = (reason: Refusal): AppError =>
  reason === 'busy'
    ? new AppError(
        'UNAVAILABLE',
        BUSY,
        'Symbio is overloaded right now. Nothing was changed: please try again in a few seconds.',
      )
    : tooMany(`You already have ${MAX_PER_CALLER} requests waiting.`);

/**
 * Limits concurrent requests; more would only slow each other down until all time out. Queued requests are scheduled
 * fairly by caller, people before API keys, and rejected before any work is done: 503 after a second, 429 when one
 * caller queues too many. Must be mounted after authentication.
 */
export function admission(slots: number, metrics: Pick<Metrics, 'admissionRefused' | 'admissionWait'>): RequestHandler {
  const queue = new FairQueue({
    slots,
    waitMs: WAIT_MS,
    holdMs: HOLD_MS,
    maxSlow: SLOW_FACTOR * slots,
    maxWaitingPerCaller: MAX_PER_CALLER,
  });
  return (request, response, next) => {
    if (staysOpen(request)) {
      next();
      return;
    }
    // the client may disconnect during authentication; `close` has fired already and would never release the slot
    if (response.closed) return;
    const stop = metrics.admissionWait.startTimer();
    const cancel = queue.enter(
      { id: callerId(request), isProgram: callerOf(request).key !== undefined },
      (leave) => {
        stop();
        response.once('close', leave);
        next();
      },
      (reason) => {
        metrics.admissionRefused.inc({ why: reason });
        next(errorOf(reason));
      },
    );
    response.once('close', cancel);
  };
}

/**
 * Reads bodies before requests take a slot: a slow upload uses no CPU but would block others. Limits concurrent uploads
 * per caller; more get 429.
 * @param read body parser; must call `next` immediately for other content types
 * @param maxPerCaller concurrent uploads per caller
 */
export function beforeAdmission(read: RequestHandler, maxPerCaller = MAX_PER_CALLER): RequestHandler {
  const uploading = new Map<string, number>();
  return (request, response, next) => {
    const id = callerId(request);
    const count = (uploading.get(id) ?? 0) + 1;
    if (count > maxPerCaller) {
      next(tooMany(`You are already sending ${maxPerCaller} requests.`));
      return;
    }
    uploading.set(id, count);
    let isFinished = false;
    const finish = (): void => {
      if (isFinished) return;
      isFinished = true;
      const left = (uploading.get(id) ?? 1) - 1;
      if (left > 0) uploading.set(id, left);
      else uploading.delete(id);
    };
    response.once('close', finish);
    void read(request, response, (error?: unknown) => {
      finish();
      next(error);
    });
  };
}
