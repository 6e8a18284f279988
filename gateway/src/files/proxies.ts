import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { AppError, type Logger } from '@symbio/runtime';
import { takeOriginal } from '../http/audit/originals.js';
import { errorBody } from '../http/errors.js';
import { requestOf } from '../http/request.js';

interface ProxyOptions {
  /** Upstream origins, one per replica; used round robin. */
  targets: readonly string[];
  /** Path prefix to strip; empty keeps the path. */
  stripPrefix: string;
  unavailableMessage: string;
  log: Logger;
}

/** Idle timeout of upstream connections in milliseconds, below our servers' keep-alive. */
const IDLE_MS = 30_000;

const READ_ATTEMPTS = 2;

/** Reverse proxy. Reads are retried on the next replica if the first disconnects before responding. */
export function proxy({ targets, stripPrefix, unavailableMessage, log }: ProxyOptions): RequestHandler {
  const maxAttempts = Math.max(READ_ATTEMPTS, targets.length);
  const attempts = new WeakMap<object, { first: number; tries: number; url: string }>();
  let nextTarget = 0;

  function send(request: Request, response: Response): void {
    const known = attempts.get(request) ?? { first: nextTarget++, tries: 0, url: request.url };
    attempts.set(request, { ...known, tries: known.tries + 1 });
    // the proxy rewrites the URL
    request.url = known.url;
    void handlers[(known.first + known.tries) % handlers.length]?.(request, response, () => undefined);
  }

  const handlers = targets.map((target) => {
    // without an agent every request closes both connections
    const Agent = new URL(target).protocol === 'https:' ? HttpsAgent : HttpAgent;
    return createProxyMiddleware({
      target,
      agent: new Agent({ keepAlive: true, timeout: IDLE_MS }),
      xfwd: true,
      pathRewrite: (path) =>
        stripPrefix && path.startsWith(stripPrefix) ? path.slice(stripPrefix.length) || '/' : path,
      on: {
        // upstream errors carry the same request id
        proxyReq: (onward, raw) => void onward.setHeader('X-Request-Id', requestOf(raw as Request).requestId),
        proxyRes: (answer, _raw, response) => takeOriginal(answer.headers, response),
        error: (error, raw, response) => {
          const request = raw as Request;
          const { tries = maxAttempts } = attempts.get(request) ?? {};
          // the socket of a failed upgrade has no response head
          if (!('writeHead' in response) || response.headersSent) return void response.destroy();
          const reads = request.method === 'GET' || request.method === 'HEAD';
          if (reads && tries < maxAttempts && !response.destroyed) return send(request, response as Response);
          log.warn({ err: error, target }, 'upstream server unreachable');
          const { requestId } = requestOf(request);
          const body = errorBody(new AppError('UNAVAILABLE', 'unavailable', unavailableMessage), requestId);
          response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '5' }).end(JSON.stringify(body));
        },
      },
    }) as RequestHandler;
  });
  return send;
}
