import { once } from 'node:events';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { faultyProxy, type FaultyProxy } from './faulty-proxy.js';

describe('a faulty proxy in front of a server', () => {
  let server: net.Server;
  let proxy: FaultyProxy;

  beforeEach(async () => {
    server = net.createServer((socket) => socket.pipe(socket).on('error', () => undefined));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    proxy = await faultyProxy((server.address() as AddressInfo).port);
    await proxy.mend();
  });
  afterEach(async () => {
    await proxy.cut();
    server.close();
  });

  const connected = async (): Promise<net.Socket> => {
    const socket = net.connect(proxy.port, '127.0.0.1').setEncoding('utf8');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  const answer = async (socket: net.Socket): Promise<string> => ((await once(socket, 'data')) as [string])[0];

  it('passes everything on, and ends connections when cut', async () => {
    const socket = await connected();
    socket.write('a');
    expect(await answer(socket)).toBe('a');
    const closed = once(socket, 'close');
    await proxy.cut();
    await closed;
    const refused = net.connect(proxy.port, '127.0.0.1');
    expect(await once(refused, 'error')).toMatchObject([{ code: 'ECONNREFUSED' }]);
  });

  it('holds back everything while frozen, also on new connections, and passes it on when repaired', async () => {
    const before = await connected();
    before.write('a');
    expect(await answer(before)).toBe('a');
    proxy.dead();
    const meanwhile = await connected();
    const received: string[] = [];
    for (const socket of [before, meanwhile]) socket.on('data', (text: string) => received.push(text));
    before.write('b');
    meanwhile.write('c');
    // a second proxy to the same server proves that it would have answered by now
    const other = await faultyProxy((server.address() as AddressInfo).port);
    await other.mend();
    const probe = net.connect(other.port, '127.0.0.1').setEncoding('utf8');
    probe.write('d');
    expect(await answer(probe)).toBe('d');
    expect(received).toEqual([]);
    const both = Promise.all([once(before, 'data'), once(meanwhile, 'data')]);
    await proxy.mend();
    await both;
    expect(received.sort()).toEqual(['b', 'c']);
    await other.cut();
  });

  it('keeps the order of delayed data when repaired', async () => {
    const socket = await connected();
    proxy.slow(50);
    socket.write('late ');
    await new Promise((resolve) => setImmediate(resolve));
    let text = '';
    socket.on('data', (part: string) => (text += part));
    await proxy.mend();
    socket.end('in time');
    await once(socket, 'end');
    expect(text).toBe('late in time');
  });
});
