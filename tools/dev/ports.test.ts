import net from 'node:net';
import { jest } from '@jest/globals';
import { LOOPBACK, freePort, freePorts } from './ports.js';

describe('a free port', () => {
  it('is none that the system gives to connections that go out', async () => {
    const ports = await freePorts(50);
    expect(new Set(ports).size).toBe(50);
    expect(ports.filter((port) => port < 15_000 || port > 32_000)).toEqual([]);
  });

  it('can be listened on', async () => {
    const server = net.createServer();
    const port = await freePort();
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, LOOPBACK, resolve));
    expect(server.address()).toMatchObject({ port });
    await new Promise((resolve) => server.close(resolve));
  });

  it('is given to nobody else, whether or not a server was started on it', async () => {
    const blockOf = (port: number) => Math.floor(port / 100);
    const ours = (await freePorts(150)).map(blockOf);
    // simulates another process
    jest.resetModules();
    const { freePorts: others } = await import('./ports.js');
    const theirs = (await others(150)).map(blockOf);
    expect(new Set(ours).size).toBeLessThanOrEqual(3);
    expect(theirs.filter((block) => ours.includes(block))).toEqual([]);
  });
});
