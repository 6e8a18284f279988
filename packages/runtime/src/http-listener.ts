import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { listen } from './admin-server.js';

export interface HttpListener {
  /** Name for the log: `file server`. */
  what: string;
  server: Server;
  host: string;
  port: number;
  /** Closes long-lived channels when draining. */
  onDrain?: () => void;
}

export interface OpenListener {
  /** From now on responses close their connections, so clients move to another replica. */
  announce: () => void;
  /** Stops accepting connections; resolves once requests in flight are answered. */
  drain: () => Promise<void>;
}

/**
 * How long an unused connection may stay open while closing, for requests just sent. Browsers open connections
 * speculatively; Node counts them as requests in flight.
 */
const UNUSED_MS = 1_000;

/**
 * Listens.
 *
 * @param drainMs time for requests in flight
 */
export async function openHttp({ server, host, port, onDrain }: HttpListener, drainMs: number): Promise<OpenListener> {
  let isLeaving = false;
  let isDraining = false;
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  const inFlight = new Set<ServerResponse>();
  // before the routes, which may answer immediately
  server.prependListener('request', (_request, response) => {
    if (isLeaving) response.setHeader('Connection', 'close');
    inFlight.add(response);
    response.once('close', () => {
      inFlight.delete(response);
      // connections of responses that started before draining remain open
      if (isDraining) server.closeIdleConnections();
    });
  });
  const leave = (): void => {
    isLeaving = true;
    for (const response of inFlight) if (!response.headersSent) response.setHeader('Connection', 'close');
  };
  await listen(server, host, port);
  return {
    announce: leave,
    async drain() {
      leave();
      isDraining = true;
      onDrain?.();
      await new Promise<void>((resolve) => {
        const force = setTimeout(() => server.closeAllConnections(), drainMs);
        const unused = setTimeout(() => {
          for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
        }, UNUSED_MS);
        server.close(() => {
          clearTimeout(force);
          clearTimeout(unused);
          resolve();
        });
        server.closeIdleConnections();
      });
    },
  };
}
