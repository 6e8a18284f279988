import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { StartedTestContainer } from 'testcontainers';
import { ProcessGuard, startChild, type RunningChild } from '../../dev/child-process.js';
import { KEEP_EXPIRED, mongoChild, mongoUri } from '../../dev/mongo.js';
import { findNatsServer, natsChild } from '../../dev/nats-server.js';
import { freePorts, LOOPBACK } from '@symbio/fixtures/ports';
import { StartError } from '../../dev/start-error.js';

export interface TestServers {
  mongoUri: string;
  /** One per jest worker: durable consumers of services under test have the same names. */
  natsUrls: string[];
  stop: () => Promise<void>;
}

/**
 * Starts the servers of integration tests, once per run: one MongoDB, and one NATS with JetStream per worker, on free
 * ports with temporary folders. TTL indexes are off: tests set their own clocks, and MongoDB would remove their rows.
 * MONGODB_URI and NATS_URL name servers to use instead; TEST_BACKEND=containers takes both from containers, as in
 * production.
 */
export async function startTestServers(env: NodeJS.ProcessEnv, workers: number): Promise<TestServers> {
  if (env.NATS_URL !== undefined && workers > 1) {
    throw new StartError(
      'NATS_URL names one server, where files that run at the same time would disturb each other: run them with --runInBand.',
    );
  }
  if (env.TEST_BACKEND === 'containers') return startContainers(env, workers);
  if (env.TEST_BACKEND !== undefined && env.TEST_BACKEND !== 'local') {
    throw new StartError(`TEST_BACKEND is "${env.TEST_BACKEND}"; it can be "local" or "containers".`);
  }
  const [mongoPort = 0, ...natsPorts] = await freePorts(1 + workers);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'symbio-test-'));
  const guard = new ProcessGuard();
  const running: RunningChild[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((child) => child.stop()));
    guard.close();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  const start = async (name: string, spec: Parameters<typeof startChild>[0]): Promise<void> => {
    running.push(await startChild(spec, { logFile: path.join(folder, `${name}.log`), guard }));
  };
  try {
    await Promise.all([
      env.MONGODB_URI ?? start('mongodb', mongoChild(folder, mongoPort, { removesExpired: false })),
      env.NATS_URL === undefined
        ? findNatsServer().then((program) =>
            Promise.all(
              natsPorts.map((port) =>
                start(`nats-${port}`, natsChild(program, path.join(folder, `nats-${port}`), port)),
              ),
            ),
          )
        : undefined,
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    mongoUri: env.MONGODB_URI ?? mongoUri(mongoPort),
    natsUrls: env.NATS_URL === undefined ? natsPorts.map((port) => `nats://${LOOPBACK}:${port}`) : [env.NATS_URL],
    stop,
  };
}

/** MongoDB 8 as a one-member replica set. */
async function startContainers(env: NodeJS.ProcessEnv, workers: number): Promise<TestServers> {
  await pingDocker(env);
  const { GenericContainer, Wait } = await import('testcontainers');
  const nats = (): Promise<StartedTestContainer> =>
    new GenericContainer('nats:2.11')
      .withCommand(['-js', '-sd', '/data'])
      .withExposedPorts(4222)
      .withWaitStrategy(Wait.forLogMessage(/Server is ready/))
      .start();
  const [mongo, ...brokers] = await Promise.all([
    new GenericContainer('mongo:8')
      .withCommand(['--replSet', 'rs0', '--bind_ip_all', ...KEEP_EXPIRED])
      .withExposedPorts(27017)
      .withWaitStrategy(Wait.forLogMessage(/Waiting for connections/))
      .start(),
    ...Array.from({ length: workers }, nats),
  ]);
  const stop = async (): Promise<void> => {
    await Promise.all([mongo, ...brokers].map((each) => each.stop()));
  };
  // The member's name is valid inside the container only; clients connect with directConnection.
  const script =
    'try { rs.initiate({_id: "rs0", members: [{_id: 0, host: "127.0.0.1:27017"}]}) } catch (e) { if (e.codeName !== "AlreadyInitialized") throw e }' +
    ' while (!db.hello().isWritablePrimary) sleep(100)';
  const { exitCode, output } = await mongo.exec(['mongosh', '--quiet', '--eval', script]);
  if (exitCode !== 0) {
    await stop();
    throw new StartError(`The replica set of the MongoDB container could not be started: ${output.trim()}`);
  }
  return {
    mongoUri: `mongodb://${mongo.getHost()}:${mongo.getMappedPort(27017)}/?directConnection=true&w=majority&journal=true&retryWrites=false`,
    natsUrls: brokers.map((broker) => `nats://${broker.getHost()}:${broker.getMappedPort(4222)}`),
    stop,
  };
}

/** Asks the engine first: a docker client without an engine is common, and testcontainers then waits long. */
async function pingDocker(env: NodeJS.ProcessEnv): Promise<void> {
  const host = env.DOCKER_HOST ?? 'unix:///var/run/docker.sock';
  const url = new URL(host);
  const target: net.NetConnectOpts =
    url.protocol === 'unix:' ? { path: url.pathname } : { host: url.hostname, port: Number(url.port || 2375) };
  const answer = await new Promise<string>((resolve) => {
    const socket = net.connect(target, () => socket.write('GET /_ping HTTP/1.0\r\nHost: docker\r\n\r\n'));
    socket.setTimeout(5000, () => socket.destroy());
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.once('error', (error) => resolve(error.message));
    socket.once('close', () => resolve(text));
  });
  if (!/^HTTP\/1\.\d 200/.test(answer)) {
    throw new StartError(
      `TEST_BACKEND=containers needs a running Docker engine and none answers at ${host}: start Docker, set DOCKER_HOST, or leave TEST_BACKEND unset to test against the local servers.`,
    );
  }
}
