import { createServer, type Server } from 'node:http';
import { listening } from '@symbio/fixtures/ports';
import { seedInProcess } from './seed-process.js';

async function gateway(answers: boolean): Promise<{ server: Server; url: string; asked: Promise<void> }> {
  const server = createServer();
  const asked = new Promise<void>((resolve) => {
    server.on('request', (_request, response) => {
      resolve();
      if (answers) response.writeHead(401, { 'Content-Type': 'application/json' }).end('{"message":"Wrong password"}');
    });
  });
  return { server, url: `http://127.0.0.1:${await listening(server)}`, asked };
}

describe('the demonstration data in a separate process', () => {
  it('fails with its last message', async () => {
    const { server, url } = await gateway(true);
    await expect(seedInProcess(url, 'content', new AbortController().signal)).rejects.toThrow(/401|Wrong password/);
    server.close();
  });

  it('ends on request', async () => {
    const { server, url, asked } = await gateway(false);
    const stop = new AbortController();
    const seeding = seedInProcess(url, 'decisions', stop.signal);
    const ended = expect(seeding).rejects.toThrow(/abort/i);
    await asked;
    stop.abort();
    await ended;
    server.closeAllConnections();
    server.close();
  });
});
