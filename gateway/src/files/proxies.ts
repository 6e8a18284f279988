import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { AppError, type Logger } from '@symbio/kit';
import { takeOriginal } from './originals.js';
import { errorBody } from '../errors.js';
import { requestOf } from '../request.js';

interface ProxyOptions {
  /** Origins, one for each replica of the other side; they are asked in turn. */
  targets: readonly string[];
  /** Path prefix that is cut off before the request goes on; empty keeps the path. */
  cut: string;
  /** What to say when the other side does not answer. */
  away: string;
  log: Logger;
}

/** Milliseconds after which a connection that nothing asks through is closed; below the time our own servers keep them. */
const IDLE_MS = 30_000;

/** How often a request that only reads is sent at least: the other side may have several replicas behind one name, too. */
const READ_TRIES = 2;

/**
 * Hands requests on, bytes and ranges and all, and says a plain sentence when nobody answers there. What only reads is sent
 * once more, to the next replica, when the first one goes away before it answers. Connections are kept on both sides: a
 * sheet is hundreds of small tiles.
 */
export function proxy({ targets, cut, away, log }: ProxyOptions): RequestHandler {
  const most = Math.max(READ_TRIES, targets.length);
  /** To whom a request was sent first, how often it was sent, and its address as it came. */
  const sent = new WeakMap<object, { first: number; tries: number; url: string }>();
  let turn = 0;

  function send(request: Request, response: Response): void {
    const known = sent.get(request) ?? { first: turn++, tries: 0, url: request.url };
    sent.set(request, { ...known, tries: known.tries + 1 });
    // the way there changes it
    request.url = known.url;
    void handlers[(known.first + known.tries) % handlers.length]?.(request, response, () => undefined);
  }

  const handlers = targets.map((target) => {
    // without an agent every request closes its connection behind, and the browser's with it
    const Agent = new URL(target).protocol === 'https:' ? HttpsAgent : HttpAgent;
    return createProxyMiddleware({
      target,
      agent: new Agent({ keepAlive: true, timeout: IDLE_MS }),
      xfwd: true,
      pathRewrite: (path) => (cut && path.startsWith(cut) ? path.slice(cut.length) || '/' : path),
      on: {
        // what is refused there is told under the id that the answer has here
        proxyReq: (onward, raw) => void onward.setHeader('X-Request-Id', requestOf(raw as Request).requestId),
        proxyRes: (answer, _raw, response) => takeOriginal(answer.headers, response),
        error: (error, raw, response) => {
          const request = raw as Request;
          const { tries = most } = sent.get(request) ?? {};
          // the socket of a broken upgrade has no head to write
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
