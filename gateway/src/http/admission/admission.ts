import type { Request, RequestHandler } from 'express';
import { AppError, type Metrics } from '@symbio/runtime';
import { BUSY } from '../errors.js';
import { callerOf } from '../request.js';
import { FairQueue, type Refusal } from './fair-queue.js';

/** Maximum wait for a slot in milliseconds. */
const WAIT_MS = 1_000;
/** Milliseconds after which a request loses its slot: it is not CPU-bound. */
const HOLD_MS = 1_500;
/** Maximum requests without a slot, per slot. */
const SLOW_FACTOR = 4;
/** Waiting requests per caller: more than any page sends. */
const MAX_PER_CALLER = 100;
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
 * Limits concurrent requests. Waiting ones are scheduled fairly by caller, people before API keys, and rejected before
 * any work: 503 after a second, 429 above the caller's limit. Mount after authentication.
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
    // the client may have disconnected during authentication: `close` would never release the slot
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
 * Reads bodies before admission: a slow upload uses no CPU but would hold a slot.
 * @param maxPerCaller concurrent uploads per caller; more get 429
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
