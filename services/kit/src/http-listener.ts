import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { listen } from './admin-server.js';

/** An HTTP server of a process, and where it listens. */
export interface HttpListener {
  /** What it serves, for the log: `file server`. */
  what: string;
  server: Server;
  host: string;
  port: number;
  /** Ends what would never end by itself (live channels), when the requests in flight are to finish. */
  onDrain?: () => void;
}

/** How an open listener is closed. */
export interface OpenListener {
  /** From now on every answer asks for its connection to be closed, so that the next request goes to another replica. */
  announce: () => void;
  /** Takes no more connections, and resolves once the requests in flight are answered. */
  drain: () => Promise<void>;
}

/**
 * How long a connection on which nothing ever came may stay once the listener closes: a request that was sent at that moment still arrives.
 * Browsers open connections ahead of need, and Node takes such a one for a request in flight.
 */
const UNUSED_MS = 1_000;

/**
 * Listens.
 *
 * @param drainMs how long requests in flight get to finish
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
  // before the routes: they may answer at once
  server.prependListener('request', (_request, response) => {
    if (isLeaving) response.setHeader('Connection', 'close');
    inFlight.add(response);
    response.once('close', () => {
      inFlight.delete(response);
      // its connection stays open where the answer had begun before the listener was to close
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
