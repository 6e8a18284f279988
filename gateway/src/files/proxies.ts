import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { AppError, type Logger } from '@symbio/runtime';
import { takeOriginal } from './originals.js';
import { errorBody } from '../errors.js';
import { requestOf } from '../request.js';

interface ProxyOptions {
  /** Upstream origins, one per replica; used round robin. */
  targets: readonly string[];
  /** Path prefix to strip; empty keeps the path. */
  cut: string;
  away: string;
  log: Logger;
}

/** Idle timeout of upstream connections in milliseconds; shorter than our servers' keep-alive. */
const IDLE_MS = 30_000;

/** Minimum attempts for a read; one upstream name may have several replicas, too. */
const READ_TRIES = 2;

/**
 * Reverse proxy, including ranges, with a readable error if the upstream is unreachable. Reads are retried on the next
 * replica if the first disconnects before responding. Connections are kept alive: a sheet is hundreds of small tiles.
 */
export function proxy({ targets, cut, away, log }: ProxyOptions): RequestHandler {
  const most = Math.max(READ_TRIES, targets.length);
  const sent = new WeakMap<object, { first: number; tries: number; url: string }>();
  let turn = 0;

  function send(request: Request, response: Response): void {
    const known = sent.get(request) ?? { first: turn++, tries: 0, url: request.url };
    sent.set(request, { ...known, tries: known.tries + 1 });
    // the proxy rewrites the URL
    request.url = known.url;
    void handlers[(known.first + known.tries) % handlers.length]?.(request, response, () => undefined);
  }

  const handlers = targets.map((target) => {
    // without an agent every request closes its upstream connection, and the browser's too
    const Agent = new URL(target).protocol === 'https:' ? HttpsAgent : HttpAgent;
    return createProxyMiddleware({
      target,
      agent: new Agent({ keepAlive: true, timeout: IDLE_MS }),
      xfwd: true,
      pathRewrite: (path) => (cut && path.startsWith(cut) ? path.slice(cut.length) || '/' : path),
      on: {
        // upstream errors carry the same request id
        proxyReq: (onward, raw) => void onward.setHeader('X-Request-Id', requestOf(raw as Request).requestId),
        proxyRes: (answer, _raw, response) => takeOriginal(answer.headers, response),
        error: (error, raw, response) => {
          const request = raw as Request;
          const { tries = most } = sent.get(request) ?? {};
          // the socket of a failed upgrade has no response head
          if (!('writeHead' in response) || response.headersSent) return void response.destroy();
          const reads = request.method === 'GET' || request.method === 'HEAD';
          if (reads && tries < most && !response.destroyed) return send(request, response as Response);
          log.warn({ err: error, target }, 'proxied server does not answer');
          const { requestId } = requestOf(request);
          const body = errorBody(new AppError('UNAVAILABLE', 'unavailable', away), requestId);
          response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '5' }).end(JSON.stringify(body));
        },
      },
    }) as RequestHandler;
  });
  return send;
}
