import type { Connection } from 'mongoose';

/** Used part of a pooled driver connection. */
interface Pooled {
  closed: boolean;
  socket: { emit: (event: 'error', error: Error) => boolean };
  cleanup: (error: Error) => void;
}

interface Internals {
  topology?: { s: { servers: Map<string, { pool: { connections?: Iterable<Pooled> } }> } };
}

/** Patched prototypes: one per copy of the driver. */
const mended = new WeakSet<object>();

/**
 * Fails a command that is written while its connection closes. The driver (7.8 and 7.9, `writeCommand`) checks for
 * closure, serializes, then waits for the socket to drain; a socket closed in between never emits, so the command, its
 * pool slot and its callers hang forever. The patch makes a closed connection emit an error to its socket's listeners
 * once pending writes have run. No cost per command.
 *
 * @param connection one that has answered a command
 * @returns whether it was patched: false if the driver's internals differ
 */
export function failWritesToClosed(connection: Connection): boolean {
  const { topology } = connection.getClient() as unknown as Internals;
  const pooled = [...(topology?.s.servers.values() ?? [])].flatMap(({ pool }) => [...(pool.connections ?? [])])[0];
  if (!pooled) return false;
  const prototype = Object.getPrototypeOf(pooled) as Pooled;
  if (mended.has(prototype)) return true;
  mended.add(prototype);
  const cleanup = prototype.cleanup;
  prototype.cleanup = function (this: Pooled, error) {
    const wasClosed = this.closed;
    cleanup.call(this, error);
    if (!wasClosed) setImmediate(() => this.socket.emit('error', error));
  };
  return true;
}
