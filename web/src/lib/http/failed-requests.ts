import { subscribeToDepartures } from '../session/session.js';

export interface FailedRequest {
  method: string;
  /** Without the query, which may contain secret or personal data. */
  path: string;
  status: number;
  /** In the logs of all processes, known even without a response. */
  requestId: string;
}

const REMEMBERED = 5;

let failed: readonly FailedRequest[] = [];

// privacy: the next user must not see them
subscribeToDepartures(() => {
  failed = [];
});

/** Oldest first, for issue reports; kept until the page is closed. */
export const failedRequests = (): readonly FailedRequest[] => failed;

interface SentCall {
  method: string;
  url: string;
  requestId: string;
}

function remember({ method, url, requestId }: SentCall, status: number): void {
  const { pathname: path } = new URL(url, window.location.origin);
  failed = [...failed, { method, path, status, requestId }].slice(-REMEMBERED);
}

/** Fails or gets no response; aborted calls are not failures. */
export async function recordFailure(call: SentCall, answer: Promise<Response>): Promise<Response> {
  try {
    const response = await answer;
    if (!response.ok) remember(call, response.status);
    return response;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) remember(call, 0);
    throw error;
  }
}
