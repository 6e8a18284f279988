import type { Server, ServerResponse } from 'node:http';
import { listen } from './admin-server.js';

/** An HTTP server of a process, and where it listens. */
export interface HttpDoor {
  /** What it serves, for the log: `file server`. */
  what: string;
  server: Server;
  host: string;
  port: number;
  /** Ends what would never end by itself (live channels), when the requests in flight are to finish. */
  onDrain?: () => void;
}

/** How an open door is closed. */
export interface OpenDoor {
  /** From now on every answer asks for its connection to be closed, so that the next request goes to another replica. */
  announce: () => void;
  /** Takes no more connections, and resolves once the requests in flight are answered. */
  drain: () => Promise<void>;
}

/**
 * Listens.
 *
 * @param drainMs how long requests in flight get to finish
 */
export async function openHttp({ server, host, port, onDrain }: HttpDoor, drainMs: number): Promise<OpenDoor> {
  let isLeaving = false;
  const inFlight = new Set<ServerResponse>();
  // before the routes: they may answer at once
  server.prependListener('request', (_request, response) => {
    if (isLeaving) response.setHeader('Connection', 'close');
    inFlight.add(response);
    response.once('close', () => inFlight.delete(response));
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
      onDrain?.();
      await new Promise<void>((resolve) => {
        const force = setTimeout(() => server.closeAllConnections(), drainMs);
        server.close(() => {
          clearTimeout(force);
          resolve();
        });
        server.closeIdleConnections();
      });
    },
  };
}
