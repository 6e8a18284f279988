// Program: an embedded MongoDB engine in this process, served to other processes on 127.0.0.1.
//
//   node mongo-host.js --data DIR [--host 127.0.0.1] [--port 27117] [--cache DIR] [--keep-expired]
//
// MONGO_HOST_PASSWORD: password of its only user; without it any local process has access.
//
// Prints {"msg":"ready",...} on stdout when ready. SIGTERM or SIGINT close the engine after the commands in flight.
// Needed because the embedded engine works within one process only, and lacks mongod's TTL monitor and crashes on a raw
// startSession.
import net from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import { logLine } from '@symbio/fixtures/log-line';
import { MONGO_USER, mongoUri, PASSWORD_SETTING } from './mongo.js';
import { signInAs } from './mongo-sign-in.js';
import { serveConnection, sweepTtl } from './mongo-wire.js';
import { loadEngine } from './native.js';
import { cacheDir } from './paths.js';
import { LOOPBACK } from '@symbio/fixtures/ports';
import { messageOf } from './start-error.js';

/** Closing can hang, for example while a client holds fsyncLock; the journal recovers after a kill. */
const CLOSE_LIMIT_MS = 8000;

/** Interval of mongod's TTL monitor. */
const TTL_SWEEP_MS = 60_000;

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      host: { type: 'string', default: LOOPBACK },
      port: { type: 'string', default: '27117' },
      cache: { type: 'string', default: cacheDir },
      'keep-expired': { type: 'boolean', default: false },
    },
  });
  if (values.data === undefined) throw new Error('--data DIR is missing');
  const engine = await (await loadEngine(values.cache)).open(path.resolve(values.data));

  const password = process.env[PASSWORD_SETTING] || undefined;
  const signIn = password === undefined ? undefined : signInAs(MONGO_USER, password);
  const sockets = new Set<net.Socket>();
  const server = net.createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', (error) => logLine('debug', 'connection lost', { error: error.message }));
    serveConnection(socket, engine, signIn?.());
  });
  try {
    await new Promise<void>((resolve, reject) =>
      server.once('error', reject).listen(Number(values.port), values.host, resolve),
    );
  } catch (error) {
    await engine.close();
    throw error;
  }

  const port = (server.address() as net.AddressInfo).port;
  const client = new MongoClient(mongoUri(port, password), {
    maxPoolSize: 1,
  });
  let sweep: Promise<void> = Promise.resolve();
  const sweepExpired = (): void => {
    sweep = sweepTtl(client, new Date()).catch((error: unknown) =>
      logLine('warn', 'TTL sweep failed', { error: messageOf(error) }),
    );
  };
  const sweeper = values['keep-expired'] ? undefined : setInterval(sweepExpired, TTL_SWEEP_MS);

  let stopping = false;
  const stop = async (reason: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    clearInterval(sweeper);
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), CLOSE_LIMIT_MS).unref();
    await sweep;
    await client.close();
    server.close();
    for (const socket of sockets) socket.destroy();
    await engine.close(); // waits for commands in flight and writes a checkpoint
    logLine('info', 'closed', { reason });
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));

  logLine('info', 'ready', { port, data: values.data });
}

run().catch((error: unknown) => {
  logLine('fatal', messageOf(error)); // the launcher shows the last line of the log
  process.exit(1);
});
