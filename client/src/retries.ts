/** Waits for milliseconds. @throws the reason of the signal when it is aborted before */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export interface RetryOptions {
  /** How often a request is sent at most; 1 tries nothing twice. */
  attempts: number;
  /** Longest pause in milliseconds that is waited for: an answer that asks for more is handed to the caller. */
  longestWait: number;
  wait: Wait;
}

/** "Later" of the server: too many requests, or a part of it is down. */
const LATER = new Set([429, 503]);
/** Nobody knows what became of the request, as when a connection fails: a part of the server took too long over it. */
const UNKNOWN = 504;
/** The refusal of a repeat whose first attempt still runs: its answer is there soon. */
const STILL_RUNNING = { status: 409, code: 'idempotency_in_progress' };
/** Pause after the first failure that says nothing of when; each further one is twice as long. */
const FIRST_PAUSE_MS = 500;

export const wait: Wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });

/** Milliseconds that `Retry-After` asks for, as seconds or as a date; undefined without one. */
export function retryAfter(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Up to twice a pause that doubles, so that many clients do not come back at once. */
const pauseAfter = (attempt: number): number => FIRST_PAUSE_MS * 2 ** (attempt - 1) * (1 + Math.random());

/** Whether the same request can be sent again though nobody knows what became of it: it looks only, or has its key. */
const mayBeRepeated = ({ method, headers }: Request): boolean => method === 'GET' || headers.has('idempotency-key');

/** Whether an answer refuses a repeat because its first attempt still runs; the answer can still be read. */
async function isStillRunning(response: Response): Promise<boolean> {
  if (response.status !== STILL_RUNNING.status) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return typeof body === 'object' && body !== null && 'code' in body && body.code === STILL_RUNNING.code;
}

/** Whether another try of a request may be answered otherwise, and does nothing twice. */
const isWorthAnother = async (request: Request, response: Response): Promise<boolean> =>
  LATER.has(response.status) ||
  (response.status === UNKNOWN && mayBeRepeated(request)) ||
  (await isStillRunning(response));

/**
 * Sends a request again when the server says "later" (429, 503, and 409 while the first attempt under the same key runs;
 * after as long as `Retry-After` says), and where a repeat does nothing twice also when nobody knows what became of it: the
 * connection fails before an answer, or the answer is 504.
 */
export function retrying(send: (request: Request) => Promise<Response>, options: RetryOptions) {
  const { attempts, longestWait } = options;

  return async (request: Request): Promise<Response> => {
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= attempts;
      let pause: number;
      try {
        // the body of a request can be read once
        const response = await send(isLast ? request : request.clone());
        if (isLast || !(await isWorthAnother(request, response))) return response;
        pause = retryAfter(response.headers.get('retry-after')) ?? pauseAfter(attempt);
        if (pause > longestWait) return response;
        await response.body?.cancel();
      } catch (error) {
        if (isLast || request.signal.aborted || !mayBeRepeated(request)) throw error;
        pause = pauseAfter(attempt);
      }
      await options.wait(pause, request.signal);
    }
  };
}
