/** Waits for milliseconds. @throws the signal's reason on abort */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export interface RetryOptions {
  /** Maximum attempts; 1 disables retries. */
  attempts: number;
  /** Maximum pause in milliseconds: if the server requests more, its answer is returned. */
  maxWait: number;
  wait: Wait;
}

/** Temporary refusals: rate limit or partial outage. */
const TEMPORARY = new Set([429, 503]);
/** Unknown outcome, as with a failed connection: gateway timeout. */
const GATEWAY_TIMEOUT = 504;
/** The first attempt of a repeated request is still running. */
const STILL_RUNNING = { status: 409, code: 'idempotency_in_progress' };
/** First pause without `Retry-After`; doubles per attempt. */
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

/** Parses `Retry-After` (seconds or date) to milliseconds; undefined if absent. */
export function retryAfter(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Exponential backoff with jitter, to spread clients. */
const pauseAfter = (attempt: number): number => FIRST_PAUSE_MS * 2 ** (attempt - 1) * (1 + Math.random());

/** Whether a request is safe to retry after an unknown outcome: a read, or with an Idempotency-Key. */
const isSafeToRetry = ({ method, headers }: Request): boolean => method === 'GET' || headers.has('idempotency-key');

/** Whether an answer reports a running first attempt; keeps the body readable. */
async function isStillRunning(response: Response): Promise<boolean> {
  if (response.status !== STILL_RUNNING.status) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return typeof body === 'object' && body !== null && 'code' in body && body.code === STILL_RUNNING.code;
}

/** Whether a retry may succeed and is safe. */
const shouldRetry = async (request: Request, response: Response): Promise<boolean> =>
  TEMPORARY.has(response.status) ||
  (response.status === GATEWAY_TIMEOUT && isSafeToRetry(request)) ||
  (await isStillRunning(response));

/** Retries on 429, 503 and 409 (running first attempt), and safe requests also on connection failures and 504. */
export function retrying(send: (request: Request) => Promise<Response>, options: RetryOptions) {
  const { attempts, maxWait } = options;

  return async (request: Request): Promise<Response> => {
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= attempts;
      let pause: number;
      try {
        // a request body can be read only once
        const response = await send(isLast ? request : request.clone());
        if (isLast || !(await shouldRetry(request, response))) return response;
        pause = retryAfter(response.headers.get('retry-after')) ?? pauseAfter(attempt);
        if (pause > maxWait) return response;
        await response.body?.cancel();
      } catch (error) {
        if (isLast || request.signal.aborted || !isSafeToRetry(request)) throw error;
        pause = pauseAfter(attempt);
      }
      await options.wait(pause, request.signal);
    }
  };
}
