import type { Request, RequestHandler } from 'express';
import { AppError, type Metrics } from '@symbio/runtime';
import { BUSY } from '../errors.js';
import { callerOf } from '../request.js';
import { FairQueue, type Refusal } from './fair-queue.js';

/** Maximum wait for a slot, in milliseconds; short, so that users still wait and rejections are fast. */
const WAIT_MS = 1_000;
/** Milliseconds after which a request no longer counts as CPU-bound. */
const HOLD_MS = 1_500;
/** Maximum requests without a slot, as a multiple of the slots; see `slow` of the queue. */
const SLOW = 4;
/** Waiting requests allowed per caller: more than any of our pages sends at once. */
const WAITING_EACH = 100;
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

const errorOf = (why: Refusal): AppError =>
  why === 'busy'
    ? new AppError(
        'UNAVAILABLE',
        BUSY,
        'Symbio has more to do than it can right now. Nothing was changed: please try again in a few seconds.',
      )
    : tooMany(`You already wait for ${WAITING_EACH} answers.`);

/**
 * Limits concurrent requests; more would only slow each other down until all time out. Queued requests are scheduled
 * fairly by caller, people before API keys, and rejected before any work is done: 503 after a second, 429 when one
 * caller queues too many. Must be mounted after authentication.
 */
export function admission(
  atOnce: number,
  metrics: Pick<Metrics, 'admissionRefused' | 'admissionWait'>,
): RequestHandler {
  const queue = new FairQueue({
    atOnce,
    waitMs: WAIT_MS,
    holdMs: HOLD_MS,
    slow: SLOW * atOnce,
    waitingEach: WAITING_EACH,
  });
  return (request, response, next) => {
    if (staysOpen(request)) {
      next();
      return;
    }
    // the client may disconnect during authentication; `close` has fired already and would never release the slot
    if (response.closed) return;
    const stop = metrics.admissionWait.startTimer();
    const gone = queue.enter(
      { id: callerId(request), isProgram: callerOf(request).key !== undefined },
      (leave) => {
        stop();
        response.once('close', leave);
        next();
      },
      (why) => {
        metrics.admissionRefused.inc({ why });
        next(errorOf(why));
      },
    );
    response.once('close', gone);
  };
}

/**
 * Reads bodies before requests take a slot: a slow upload uses no CPU but would block others. Limits concurrent uploads
 * per caller; more get 429.
 * @param read body parser; must call `next` immediately for other content types
 * @param each concurrent uploads per caller
 */
export function bodiesFirst(read: RequestHandler, each = WAITING_EACH): RequestHandler {
  const onTheirWay = new Map<string, number>();
  return (request, response, next) => {
    const id = callerId(request);
    const count = (onTheirWay.get(id) ?? 0) + 1;
    if (count > each) {
      next(tooMany(`You already send ${each} requests.`));
      return;
    }
    onTheirWay.set(id, count);
    let isOver = false;
    const over = (): void => {
      if (isOver) return;
      isOver = true;
      const left = (onTheirWay.get(id) ?? 1) - 1;
      if (left > 0) onTheirWay.set(id, left);
      else onTheirWay.delete(id);
    };
    response.once('close', over);
    void read(request, response, (error?: unknown) => {
      over();
      next(error);
    });
  };
}
