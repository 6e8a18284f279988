import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { ConfigError } from './config-error.js';
import type { Failing } from './dependencies.js';

export interface AdminServer {
  port: number;
  close(): Promise<void>;
}

export interface AdminServerOptions {
  host: string;
  port: number;
  registry: Registry;
  /** What the process lacks, for /readyz and /servingz. /healthz never asks about dependencies. */
  failing: (scope: 'calls' | 'everything') => Failing[];
}

/**
 * Serves /healthz (the process runs), /readyz (it has everything it needs), /servingz (it can answer calls: what a load
 * balancer asks, docs/decisions/0071) and /metrics (Prometheus text).
 */
export async function startAdminServer(options: AdminServerOptions): Promise<AdminServer> {
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string): void => {
      response.writeHead(status, { 'content-type': type }).end(body);
    };
    const json = (status: number, body: unknown): void => answer(status, 'application/json', JSON.stringify(body));
    if (request.url === '/healthz') return json(200, { status: 'ok' });
    if (request.url === '/readyz' || request.url === '/servingz') {
      const failing = options.failing(request.url === '/readyz' ? 'everything' : 'calls');
      return failing.length === 0 ? json(200, { status: 'ready' }) : json(503, { status: 'not ready', failing });
    }
    if (request.url === '/metrics') {
      options.registry.metrics().then(
        (text) => answer(200, options.registry.contentType, text),
        (error: unknown) => json(500, { error: String(error) }),
      );
      return;
    }
    json(404, { error: 'Not found' });
  });
  await listen(server, options.host, options.port);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

/**
 * Milliseconds that a connection without requests is kept: longer than the 60 s of the proxies and load balancers in front
 * (nginx's and AWS's default), which would otherwise send a request into a connection that is being closed.
 */
const KEPT_MS = 65_000;

/**
 * Listens.
 * @throws ConfigError when the port is taken or not for us
 */
export function listen(server: Server, host: string, port: number): Promise<void> {
  server.keepAliveTimeout = KEPT_MS;
  return new Promise((resolve, reject) => {
    const refused = (error: Error): void =>
      reject(new ConfigError(`Cannot listen on ${host}:${port}: ${error.message}.`));
    server.once('error', refused);
    server.listen(port, host, () => {
      server.off('error', refused);
      resolve();
    });
  });
}
