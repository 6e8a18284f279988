/** Slow clients, and readers of live channels. */
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ids } from './requests.js';
import type { Attack, Target } from './target-stack.js';

/** Duration of their connections, and the time between two bytes of a slow sender, in milliseconds. */
const STAY_MS = 45_000;
const BYTE_MS = 1_000;
const LISTENERS = 1_000;

interface Clients {
  count: number;
  head: string;
  /** Sent once a second afterwards. */
  drip?: string;
  reads: boolean;
  /** Whether all must be answered and stay connected. */
  mustStay?: boolean;
}

/** Opens connections, sends each request's beginning and then a byte at a time, and reads or does not read. */
async function connectAll({ stack }: Target, { count, head, drip, reads, mustStay }: Clients): Promise<Attack> {
  const { hostname, port } = new URL(stack.url);
  const sockets: net.Socket[] = [];
  let [answered, closed, opened, bytes] = [0, 0, 0, 0];
  for (let index = 0; index < count; index++) {
    const socket = net.connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.once('connect', () => {
      opened++;
      socket.write(head);
      if (!reads) socket.pause();
    });
    socket.once('close', () => closed++);
    if (reads) {
      socket.once('data', () => answered++);
      socket.on('data', (chunk: Buffer) => (bytes += chunk.length));
    }
    sockets.push(socket);
    // not all at once: the accept queue is short
    if (index % 50 === 49) await sleep(50);
  }
  const dripping =
    drip && setInterval(() => sockets.forEach((socket) => socket.writable && socket.write(drip)), BYTE_MS);
  await sleep(STAY_MS);
  if (dripping) clearInterval(dripping);
  const lost = closed;
  sockets.forEach((socket) => socket.destroy());
  return {
    tried: count,
    answered: `opened ${opened}, answered ${answered}, closed by the server ${lost}`,
    faults: [
      ...(mustStay && answered < count ? [`only ${answered} of ${count} were answered`] : []),
      ...(mustStay && lost > 0 ? [`${lost} were closed`] : []),
    ],
    seen: `${(bytes / 1e6).toFixed(1)} MB read`,
  };
}

async function headOf({ attacker }: Target, line: string, more = ''): Promise<string> {
  const { authorization = '' } = await attacker.authorization();
  return `${line} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n${more}\r\n`;
}

export const slowHeaders = (target: Target): Promise<Attack> =>
  connectAll(target, { count: 500, head: 'GET /api/me HTTP/1.1\r\nHost: a\r\nX-A: ', drip: 'a', reads: true });

export async function slowBodies(target: Target): Promise<Attack> {
  const length = 'Content-Type: application/json\r\nContent-Length: 500000\r\n';
  const head = await headOf(target, 'POST /api/public/projects', length);
  return connectAll(target, { count: 500, head: `${head}{"title":"`, drip: 'a', reads: true });
}

/** Requests the largest answer repeatedly on one connection and reads none of it. */
export const slowReaders = (target: Target): Promise<Attack> =>
  connectAll(target, {
    count: 200,
    head: 'GET /api/public/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(50),
    reads: false,
  });

export async function listeners(target: Target): Promise<Attack> {
  const head = await headOf(target, `GET /api/events?project_id=${target.work.world.projectId}`);
  return connectAll(target, { count: LISTENERS, head, reads: true, mustStay: true });
}

export async function deafListeners(target: Target, ids: Ids): Promise<Attack> {
  const head = await headOf(target, `GET /api/events?project_id=${ids['project_id']}`);
  return connectAll(target, { count: 200, head, reads: false });
}
