import { failedRequests, type FailedRequest } from '../../../lib/http/failed-requests.js';
import { CLIENT_VERSION } from '../../../lib/ui/product.js';
import type { ContextEntry } from '../issue-records.js';

export interface Place {
  /** ISSUE-27 */
  path: string;
  context: ContextEntry[];
}

/** Characters. */
const MAX_PATH = 2000;

function requestText({ method, path, status, requestId }: FailedRequest): string {
  const outcome = status === 0 ? 'no answer' : String(status);
  return `${method} ${path}: ${outcome} (request ${requestId})`;
}

/** The reporter can review and remove the context. */
export function placeOf({ pathname, search, hash }: { pathname: string; search: string; hash: string }): Place {
  const { innerWidth, innerHeight, devicePixelRatio } = window;
  return {
    path: `${pathname}${search}`.slice(0, MAX_PATH),
    context: [
      { name: 'Version', value: CLIENT_VERSION },
      { name: 'Browser', value: navigator.userAgent },
      { name: 'Theme', value: document.documentElement.dataset.scheme ?? 'light' },
      { name: 'Window', value: `${innerWidth} x ${innerHeight} pixels, ${devicePixelRatio} to a point` },
      { name: 'Address', value: `${pathname}${search}${hash}`.slice(0, MAX_PATH) },
      ...failedRequests().map((request) => ({ name: 'Failed request', value: requestText(request) })),
    ],
  };
}
