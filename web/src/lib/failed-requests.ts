import { subscribeToDepartures } from './session.js';

/** A call of the server that went wrong: enough to find it in the logs, and nothing of what was said. */
export interface FailedRequest {
  method: string;
  /** Without its query, which may hold what is secret or personal. */
  path: string;
  /** 0 when no answer came. */
  status: number;
  /** By which the logs of every process that worked for it find it, also when no answer came. */
  requestId: string;
}

/** This many are remembered, the last ones. */
const REMEMBERED = 5;

let failed: readonly FailedRequest[] = [];

// what went wrong for one person is not for the next one at this window
subscribeToDepartures(() => {
  failed = [];
});

/** The last calls that went wrong, oldest first; for whoever reports an issue, as long as the page lives. */
export const failedRequests = (): readonly FailedRequest[] => failed;

/** A call as it was sent. */
interface SentCall {
  method: string;
  url: string;
  requestId: string;
}

function remember({ method, url, requestId }: SentCall, status: number): void {
  const { pathname: path } = new URL(url, window.location.origin);
  failed = [...failed, { method, path, status, requestId }].slice(-REMEMBERED);
}

/** Remembers the call when its answer is a refusal or never comes; one that was called off did not fail. */
export async function withFailuresRemembered(call: SentCall, answer: Promise<Response>): Promise<Response> {
  try {
    const response = await answer;
    if (!response.ok) remember(call, response.status);
    return response;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) remember(call, 0);
    throw error;
  }
}
