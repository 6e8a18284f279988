import type { Connection } from 'mongoose';

/** One connection of the driver's pool, as far as it is touched here. */
interface Pooled {
  closed: boolean;
  socket: { emit: (event: 'error', error: Error) => boolean };
  cleanup: (error: Error) => void;
}

interface Internals {
  topology?: { s: { servers: Map<string, { pool: { connections?: Iterable<Pooled> } }> } };
}

/** Prototypes that are mended: one for each copy of the driver. */
const mended = new WeakSet<object>();

/**
 * Fails a command that is written in the very moment in which its connection is closed. The driver (7.8 and 7.9, `writeCommand`)
 * looks whether the connection is closed, then makes the bytes, and then waits until the socket has taken them; a socket that was
 * closed in between never says so, and the command, with its place in the pool and whoever waits for it, would hang for ever: a
 * relay would send nothing more until the process is started anew. So a closed connection tells its socket's listeners that it
 * failed once all that was about to write has written. Costs a command nothing.
 *
 * @param connection one that has answered a command
 * @returns whether it is mended: not where the driver keeps its connections in another way than these versions do
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
