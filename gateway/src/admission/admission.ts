import type { Request, RequestHandler } from 'express';
import { AppError, type Metrics } from '@symbio/kit';
import { BUSY } from '../errors.js';
import { callerOf } from '../request.js';
import { FairQueue, type Refusal } from './fair-queue.js';

/** Milliseconds a request waits for its turn at most: a person still waits, and what is refused is refused soon. */
const WAIT_MS = 1_000;
/** Milliseconds after which a request no longer counts as one that keeps the processors busy. */
const HOLD_MS = 1_500;
/** Times as many requests as have a place may go on without one, see `slow` of the queue. */
const SLOW = 4;
/** Requests of one caller that may wait: more than any page of ours asks for at once. */
const WAITING_EACH = 100;
/** Seconds after which to come again, where somebody asks for too much at once. */
const TOO_MANY_RETRY_SECONDS = 1;

/** The live stream stays open and does nothing meanwhile. */
const staysOpen = ({ method, path }: Request): boolean => method === 'GET' && path === '/events';

const callerId = (request: Request): string => {
  const { key, actor } = callerOf(request);
  return key?.id ?? actor.sub;
};

/** Why somebody is refused who waits for too much, or sends too much, at once. */
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
 * Lets so many requests in at once: more would not be done sooner, they would only make each other slow until all of them are
 * too late. The others wait for their turn, caller by caller, people before keys, and are refused before anything was done
 * for them: 503 after a second, 429 where one caller waits for too much. Stands after the caller is known.
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
    // whoever left while they were recognised is told of no more: `close` has been, and would give no place back
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
 * Reads bodies before requests ask for their place: one that comes a byte a second keeps no processor busy, and would keep
 * others out. So many of one caller may be on their way at once; more are refused with 429.
 *
 * @param read what reads a body, and goes on at once where there is none of its kind
 * @param each so many of one caller
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
