import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Request, RequestHandler } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { AppError, type Logger } from '@symbio/kit';
import { errorBody } from '../errors.js';
import { requestOf } from '../request.js';

interface ProxyOptions {
  target: string;
  /** Path prefix that is cut off before the request goes on; empty keeps the path. */
  cut: string;
  /** What to say when the other side does not answer. */
  away: string;
  log: Logger;
}

/** Milliseconds after which a connection that nothing asks through is closed; below the time our own servers keep them. */
const IDLE_MS = 30_000;

/**
 * Hands requests on, bytes and ranges and all, and says a plain sentence when nobody answers there. Connections are kept on
 * both sides: a sheet is hundreds of small tiles.
 */
export function proxy({ target, cut, away, log }: ProxyOptions): RequestHandler {
  // without an agent every request closes its connection behind, and the browser's with it
  const Agent = new URL(target).protocol === 'https:' ? HttpsAgent : HttpAgent;
  return createProxyMiddleware({
    target,
    agent: new Agent({ keepAlive: true, timeout: IDLE_MS }),
    xfwd: true,
    pathRewrite: (path) => (cut && path.startsWith(cut) ? path.slice(cut.length) || '/' : path),
    on: {
      error: (error, request, response) => {
        log.warn({ err: error, target }, 'proxied server does not answer');
        // the socket of a broken upgrade has no head to write
        if (!('writeHead' in response) || response.headersSent) return void response.destroy();
        const { requestId } = requestOf(request as Request);
        const body = errorBody(new AppError('UNAVAILABLE', 'unavailable', away), requestId);
        response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '5' }).end(JSON.stringify(body));
      },
    },
  }) as RequestHandler;
}
