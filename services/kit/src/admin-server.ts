import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

/** One thing a process needs to do its work. */
export interface ReadinessCheck {
  name: string;
  /** Rejects, or answers false, when the thing is not usable. */
  check: () => Promise<boolean> | boolean;
}

export interface AdminServer {
  port: number;
  close(): Promise<void>;
}

export interface AdminServerOptions {
  host: string;
  port: number;
  registry: Registry;
  /** Asked by /readyz. /healthz never asks about dependencies. */
  checks: () => ReadinessCheck[];
}

/** Serves /healthz (the process runs), /readyz (it can do its work) and /metrics (Prometheus text). */
export async function startAdminServer(options: AdminServerOptions): Promise<AdminServer> {
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string): void => {
      response.writeHead(status, { 'content-type': type }).end(body);
    };
    const json = (status: number, body: unknown): void => answer(status, 'application/json', JSON.stringify(body));
    if (request.url === '/healthz') return json(200, { status: 'ok' });
    if (request.url === '/readyz') {
      void readiness(options.checks()).then((failing) =>
        failing.length === 0 ? json(200, { status: 'ready' }) : json(503, { status: 'not ready', failing }),
      );
      return;
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

async function readiness(checks: ReadinessCheck[]): Promise<string[]> {
  const results = await Promise.all(
    checks.map(async ({ name, check }) => {
      try {
        return (await check()) ? undefined : name;
      } catch {
        return name;
      }
    }),
  );
  return results.filter((name) => name !== undefined);
}

/**
 * Milliseconds that a connection without requests is kept: longer than the 60 s of the proxies and load balancers in front
 * (nginx's and AWS's default), which would otherwise send a request into a connection that is being closed.
 */
const KEPT_MS = 65_000;

/** Listens, and rejects when it cannot (a port in use). */
export function listen(server: Server, host: string, port: number): Promise<void> {
  server.keepAliveTimeout = KEPT_MS;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
