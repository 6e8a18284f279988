/** Load balancer for several local gateways, as an ingress in production. */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { LOOPBACK } from '@symbio/fixtures/ports';

export interface Backend {
  port: number;
  readyUrl: string;
}

export interface BalancerOptions {
  port: number;
  gateways: readonly Backend[];
}

export interface Balancer {
  port: number;
  close: () => Promise<void>;
}

/** Interval and timeout of readiness checks in milliseconds. */
const LOOK_MS = 500;
const LOOK_LIMIT_MS = 2_000;

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding']);

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Forwarding headers with client address and host, as a gateway's proxy sends them. */
function forwarded({ headers, socket }: IncomingMessage): http.OutgoingHttpHeaders {
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));
  const before = headers['x-forwarded-for'];
  return {
    ...kept,
    ...(headers['transfer-encoding'] ? { 'transfer-encoding': headers['transfer-encoding'] } : {}),
    'x-forwarded-for': `${before ? `${String(before)}, ` : ''}${socket.remoteAddress ?? ''}`,
    'x-forwarded-host': headers.host ?? '',
    'x-forwarded-proto': 'http',
  };
}

const answered = (headers: http.IncomingHttpHeaders): http.OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));

/**
 * Distributes requests round robin among ready gateways. Requests that never reached a gateway, and unanswered reads,
 * go to the next one.
 * @throws when the port is taken
 */
export async function startBalancer({ port, gateways }: BalancerOptions): Promise<Balancer> {
  const ready = new Set(gateways);
  const agent = new http.Agent({ keepAlive: true });
  let turn = 0;

  async function look(gateway: Backend): Promise<void> {
    try {
      const { ok } = await fetch(gateway.readyUrl, { signal: AbortSignal.timeout(LOOK_LIMIT_MS) });
      if (ok) return void ready.add(gateway);
    } catch {
      // no response counts as not ready
    }
    ready.delete(gateway);
  }
  const looking = setInterval(() => gateways.forEach((gateway) => void look(gateway)), LOOK_MS);

  /** Ready gateways, starting with the next in rotation. */
  function inTurn(): Backend[] {
    const some = gateways.filter((gateway) => ready.has(gateway));
    const first = some.length > 0 ? turn++ % some.length : 0;
    return [...some.slice(first), ...some.slice(0, first)];
  }

  function pass(request: IncomingMessage, response: ServerResponse, [gateway, ...others]: Backend[]): void {
    if (!gateway) {
      const body = JSON.stringify({ error: 'No gateway is ready.', code: 'unavailable' });
      return void response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' }).end(body);
    }
    let reached = false;
    const onward = http.request({
      ...{ host: LOOPBACK, port: gateway.port, method: request.method, path: request.url },
      headers: forwarded(request),
      // a kept-alive connection may just have closed: use them only for repeatable requests
      agent: isRead(request) ? agent : false,
    });
    const send = (): void => {
      reached = true;
      request.pipe(onward);
    };
    // read the body only after connecting, so the request can still go elsewhere
    onward.on('socket', (socket) => (socket.connecting ? socket.once('connect', send) : send()));
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answered(answer.headers));
      response.flushHeaders();
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    });
    onward.on('error', () => {
      if (response.headersSent) return void response.destroy();
      if (!reached) ready.delete(gateway);
      if (response.destroyed) return;
      if (!reached || isRead(request)) return pass(request, response, others);
      response.writeHead(502, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: 'The gateway went away.', code: 'unavailable' }));
    });
    onward.on('close', () => {
      if (!reached) return;
      // response before the end of the body: stop forwarding it
      request.unpipe(onward);
      request.resume();
    });
    response.on('close', () => onward.destroy());
  }

  const server = http.createServer((request, response) => pass(request, response, inTurn()));
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, resolve);
  }).catch((error: unknown) => {
    clearInterval(looking);
    throw error;
  });
  return {
    port: (server.address() as { port: number }).port,
    close: async () => {
      clearInterval(looking);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}
