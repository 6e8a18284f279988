/** Slow clients, and readers of live channels. */
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ground, Tried } from './ground.js';
import type { Ids } from './requests.js';

/** How long they are there, milliseconds. */
const STAYS_MS = 45_000;
/** Between two bytes of one that sends slowly. */
const BYTE_MS = 1_000;

/** Opens connections, sends each request's beginning and then a byte at a time, and reads slowly. */
async function crowd(
  url: string,
  count: number,
  options: { head: string; drip?: string; reads: boolean },
): Promise<{ answered: number; opened: number; closed: number; seen: number }> {
  const { hostname, port } = new URL(url);
  const sockets: net.Socket[] = [];
  let [answered, closed, opened] = [0, 0, 0];
  let seen = 0;
  for (let index = 0; index < count; index++) {
    const socket = net.connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.once('connect', () => {
      opened++;
      socket.write(options.head);
      if (!options.reads) socket.pause();
    });
    socket.once('close', () => closed++);
    if (options.reads) {
      socket.once('data', () => answered++);
      socket.on('data', (chunk: Buffer) => (seen += chunk.length));
    }
    sockets.push(socket);
    // not all at once: the accept queue is short
    if (index % 50 === 49) await sleep(50);
  }
  const { drip } = options;
  const dripping =
    drip === undefined
      ? undefined
      : setInterval(() => sockets.forEach((socket) => socket.writable && socket.write(drip)), BYTE_MS);
  await sleep(STAYS_MS);
  clearInterval(dripping);
  const gone = closed;
  sockets.forEach((socket) => socket.destroy());
  return { answered, opened, closed: gone, seen };
}

const toldOf = (count: number, { answered, opened, closed, seen }: Awaited<ReturnType<typeof crowd>>): Tried => ({
  tried: count,
  answered: `opened ${opened}, answered ${answered}, closed by the server ${closed}`,
  faults: [],
  seen: `${(seen / 1e6).toFixed(1)} MB read`,
});

export async function slowHeaders({ stack }: Ground): Promise<Tried> {
  const head = 'GET /api/me HTTP/1.1\r\nHost: a\r\nX-A: ';
  return toldOf(500, await crowd(stack.url, 500, { head, drip: 'a', reads: true }));
}

export async function slowBodies({ stack, enemy }: Ground): Promise<Tried> {
  const { authorization = '' } = await enemy.authorization();
  const head = `POST /api/public/projects HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 500000\r\n\r\n`;
  return toldOf(500, await crowd(stack.url, 500, { head: `${head}{"title":"`, drip: 'a', reads: true }));
}

/** Requests the largest answer repeatedly on one connection and reads none of it. */
export async function slowReaders({ stack }: Ground): Promise<Tried> {
  const head = 'GET /api/public/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(50);
  return toldOf(200, await crowd(stack.url, 200, { head, reads: false }));
}

const LISTENERS = 1_000;

/** Opens live channels of a busy project. @returns a fault when some were refused */
export async function listeners({ stack, enemy, work }: Ground): Promise<Tried> {
  const { authorization = '' } = await enemy.authorization();
  const head = `GET /api/events?project_id=${work.world.projectId} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n\r\n`;
  const found = await crowd(stack.url, LISTENERS, { head, reads: true });
  const told = toldOf(LISTENERS, found);
  const missing = found.answered < LISTENERS ? [`only ${found.answered} of ${LISTENERS} were answered`] : [];
  return { ...told, faults: [...missing, ...(found.closed > 0 ? [`${found.closed} were closed`] : [])] };
}

/** Opens live channels and does not read them. */
export async function deafListeners({ stack, enemy }: Ground, ids: Ids): Promise<Tried> {
  const { authorization = '' } = await enemy.authorization();
  const head = `GET /api/events?project_id=${ids['project_id']} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n\r\n`;
  return toldOf(200, await crowd(stack.url, 200, { head, reads: false }));
}
