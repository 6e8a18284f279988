import { spawn, type ChildProcess } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { topology } from '@symbio/topology';
import { eachInFolder } from '@symbio/fixtures/each-in-folder';
import { natsSettings } from './nats-server.js';
import { freePort, LOOPBACK } from '@symbio/fixtures/ports';
import { assignPorts, portOf } from './stack-settings.js';
import { outOfTheWay, refuseStoresInUse, refuseTaken } from './taken-ports.js';

const NONE = { ms: 0 };
const servers: net.Server[] = [];
async function taken(): Promise<number> {
  const server = net.createServer((socket) => socket.destroy());
  servers.push(server);
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, LOOPBACK, resolve));
  return port;
}
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const entries = topology.filter(({ name }) => ['nats', 'gateway'].includes(name));

describe('ports of a stack that are in use', () => {
  it('are replaced with free ones, so that two stacks can run in parallel', async () => {
    const [port, free] = [await taken(), await freePort()];
    const wanted = await assignPorts(entries, 'free', {});
    const withTaken = new Map(wanted).set('nats', { http: port }).set('gateway', { http: free, admin: await taken() });
    const { ports, moved } = await outOfTheWay(entries, withTaken, {}, NONE);
    expect(moved.map(({ name }) => name)).toEqual(['nats', 'gateway']);
    expect(moved[0]).toEqual({ name: 'nats', from: port, to: portOf(ports, 'nats', 'http') });
    expect(portOf(ports, 'nats', 'http')).not.toBe(port);
    expect(portOf(ports, 'gateway', 'http')).toBe(free);
  });

  it('are refused where users know them or requested them', async () => {
    const port = await taken();
    const known = await assignPorts(entries, 'default', { GATEWAY_PORT: String(port) });
    await expect(refuseTaken(entries, known, {}, NONE)).rejects.toThrow(
      `Port ${port} is in use, and gateway needs it: end what uses it, or choose another with \`npm start -- --port N\`.`,
    );
    const env = { NATS_PORT: String(port), GATEWAY_PORT: String(await freePort()) };
    await expect(outOfTheWay(entries, await assignPorts(entries, 'default', env), env, NONE)).rejects.toThrow(
      `Port ${port} is in use, and nats needs it: end what uses it, or choose another with NATS_PORT.`,
    );
  });
});

describe('files of a stack that was killed', () => {
  let folder: string;
  let left: ChildProcess | undefined;
  afterEach(() => void left?.kill('SIGKILL'));
  eachInFolder((made) => (folder = made));

  it('are not opened by a second server while the previous one still uses them', async () => {
    await refuseStoresInUse(folder, NONE);
    const wait = ['-e', 'console.log("up"); setInterval(() => undefined, 1000)', '--', '-c'];
    left = spawn(process.execPath, [...wait, natsSettings(path.join(folder, 'nats'))], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await new Promise((resolve) => left?.stdout?.once('data', resolve));
    await expect(refuseStoresInUse(folder, NONE)).rejects.toThrow(
      `Process ${left.pid} (node), which an earlier start left, still has files in ${folder}: end it (kill ${left.pid}), then start again.`,
    );
    const interrupted = new AbortController();
    const waiting = refuseStoresInUse(folder, { ms: 60_000, signal: interrupted.signal });
    interrupted.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    const ended = refuseStoresInUse(folder, { ms: 60_000 });
    left.kill('SIGKILL');
    await ended;
  });
});
