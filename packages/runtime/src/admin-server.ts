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
  /** Missing requirements, for /readyz and /servingz. /healthz ignores dependencies. */
  failing: (scope: 'calls' | 'everything') => Failing[];
}

/**
 * Serves /healthz (process runs), /readyz (all dependencies), /servingz (can answer calls; used by load balancers,
 * decision 0071) and /metrics (Prometheus text).
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
 * Keep-alive timeout in milliseconds: longer than the 60 s default of nginx and AWS load balancers, which would
 * otherwise reuse a closing connection.
 */
const KEPT_MS = 65_000;

/** @throws ConfigError when the port is taken or not permitted */
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
