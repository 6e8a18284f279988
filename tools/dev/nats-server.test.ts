import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { listening } from '@symbio/fixtures/ports';
import { greets, keeps, natsChild } from './nats-server.js';

it('limits its streams independently of the free space at its start', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-nats-'));
  const { args } = natsChild('nats-server', path.join(folder, 'nats'), 1);
  const settings = args[args.indexOf('-c') + 1] ?? '';
  expect(fs.readFileSync(settings, 'utf8')).toMatch(/^jetstream \{ store_dir: ".*nats", max_file_store: \d+TB \}$/m);
  fs.rmSync(folder, { recursive: true });
});

describe('a NATS server', () => {
  let server: net.Server;
  afterEach(() => server.close());

  /** Server that greets like JetStream and optionally answers requests. */
  const serving = async (answers: boolean): Promise<number> => {
    server = net.createServer((socket) => {
      socket.on('error', () => undefined).write('INFO {"version":"2.9.10","jetstream":true}\r\n');
      socket.on('data', (chunk: Buffer) => {
        if (answers && chunk.includes('PUB $JS.API.INFO alive 0')) socket.write('MSG alive 1 2\r\n{}\r\n');
      });
    });
    return listening(server);
  };

  it('is alive when its JetStream reports its state', async () => {
    const port = await serving(true);
    expect([await greets(port), await keeps(port)]).toEqual([true, true]);
  });

  it('is not alive when it only sends a greeting, as with a full disk', async () => {
    const port = await serving(false);
    expect([await greets(port), await keeps(port)]).toEqual([true, false]);
  });

  it('is not alive when it accepts no connection', async () => {
    const port = await serving(true);
    server.close();
    await once(server, 'close');
    expect(await keeps(port)).toBe(false);
  });
});
