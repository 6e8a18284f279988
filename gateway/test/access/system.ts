/** All of Symbio in one process, on the test run's MongoDB and NATS. */
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Express } from 'express';
import type { RunningService, ServiceModule } from '@symbio/runtime';
import type { ServiceShape } from '@symbio/rpc';
import { testKeys, testClient } from '@symbio/rpc/testing';
import { testConfig } from '@symbio/mongo/testing';
import * as services from '@symbio/proto/services';
import { startInbox } from '@symbio/fixtures/inbox';
import { startIssuer } from '@symbio/fixtures/issuer';
import { freePorts } from '@symbio/fixtures/ports';
import { archiveOfOneTile } from '../../src/base-map/testing.js';
import type { Clients } from '../../src/clients.js';
import { readConfig } from '../../src/config.js';
import { addressSetting, serviceNames } from '../../src/services.js';
import { start as startGateway } from '../../src/start.js';
import { there } from './there.js';

export const SERVICES = serviceNames;

export const SECRET_WORD = 'phase-one';
export const SERVICE_ACCOUNT = { clientId: 'symbio-identity', secret: 'a-secret-of-the-service-account' };
export const FILES_SECRET = 'a-secret-for-signed-addresses';

export interface System {
  url: string;
  app: Express;
  clients: Clients;
  issuerUrl: string;
  /** A second issuer with the same keys: its tokens are valid except for the issuer. */
  otherIssuerUrl: string;
  setBack(milliseconds: number): void;
  blobDir: string;
  databases: readonly string[];
  /** Starts another process of a service on the same databases, as after a restart. */
  startAgain(name: string): Promise<RunningService>;
  /** Starts the worker that finds land uses on analyzed pages. */
  startSpotter(): Promise<void>;
  stop(): Promise<void>;
}

interface StartModule {
  service: ServiceModule<unknown>;
  start: (config: unknown, ...options: unknown[]) => Promise<RunningService>;
}
/** Uses the uploaded photograph unchanged as image and thumbnail. */
async function asSent({ file, outDir }: { file: string; outDir: string }) {
  const [picture, thumbnail] = [path.join(outDir, 'picture'), path.join(outDir, 'thumbnail')];
  await Promise.all([copyFile(file, picture), copyFile(file, thumbnail)]);
  return { picture, thumbnail, width: 1, height: 1, notes: {} };
}

/** Proposes one document with all of its two pages. */
const onePart = () => {
  const documents = [{ from: 1, to: 2, kind: 'other', years: [], noCoverageYears: [], confidence: 1, why: [] }];
  return Promise.resolve({ pageCount: 2, documents, years: [] });
};

/** Every part is the whole file. */
async function asWhole(file: string, ranges: readonly unknown[], folder: string) {
  const files = ranges.map((_, index) => path.join(folder, `${index}.pdf`));
  await Promise.all(files.map((part) => copyFile(file, part)));
  return { files };
}

/** Uses the uploaded screenshot unchanged, as a picture and as its thumbnail. */
const asDrawn = (file: Buffer) => {
  const type = { extension: 'png', mimeType: 'image/png' };
  return Promise.resolve({ body: file, type, width: 1, height: 1, thumbnail: file });
};

export const EMPTY_MANIFEST = '{"files":[]}';

/** A report without files. */
async function withoutFiles(folder: string): Promise<void> {
  await mkdir(path.join(folder, 'report'), { recursive: true });
  await writeFile(path.join(folder, 'report', 'manifest.json'), EMPTY_MANIFEST);
}

/** Milliseconds: longer than any run, so that no search is repeated while rows are compared. */
const PAUSE_OF_SEARCHES = 3_600_000;

/** Rows do not depend on file contents, each of which would be parsed in a separate process, nor on timers. */
const OPTIONS: Readonly<Record<string, readonly unknown[]>> = {
  document: [{ classifiesUploads: false, children: { develop: asSent, propose: onePart, take: asWhole } }],
  issue: [undefined, asDrawn],
  records: [undefined, PAUSE_OF_SEARCHES],
  reports: [undefined, withoutFiles],
};

/** Imports the services sequentially: Jest cannot load modules with shared dependencies concurrently. */
async function loadServices(): Promise<Map<string, ServiceModule<unknown>>> {
  const modules = new Map<string, ServiceModule<unknown>>();
  for (const name of SERVICES) {
    const { service, start } = (await import(`@symbio/${name}/start`)) as StartModule;
    const options = OPTIONS[name];
    modules.set(name, options ? { ...service, start: (config) => start(config, ...options) } : service);
  }
  return modules;
}

const run = <C>(module: ServiceModule<C>, env: NodeJS.ProcessEnv): Promise<RunningService> =>
  module.start(module.readConfig(env));

/** Where a system keeps its data. */
export interface Places {
  mongoUri: string;
  natsUrl: string;
  blobDir: string;
  accountsDir: string;
  databaseOf: (service: string) => string;
}

/** @param fill writes data before anything starts */
export async function startSystem(fill?: (places: Places) => Promise<void>): Promise<System> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of stops.reverse()) await end();
  };
  try {
    return await startWith((end) => stops.push(end), stop, fill);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startWith(
  onStop: (end: () => Promise<unknown>) => void,
  stop: () => Promise<void>,
  fill?: (places: Places) => Promise<void>,
): Promise<System> {
  const folder = await mkdtemp(path.join(tmpdir(), 'symbio-access-'));
  onStop(() => rm(folder, { recursive: true, force: true }));
  const blobDir = path.join(folder, 'blobs');
  const webDir = path.join(folder, 'web');
  await mkdir(path.join(webDir, 'assets'), { recursive: true });
  await mkdir(blobDir);
  await writeFile(path.join(webDir, 'index.html'), '<!doctype html><title>Symbio</title>');
  await writeFile(path.join(webDir, 'assets', 'app.js'), 'export {};');
  const accountsDir = path.join(folder, 'issuer');
  const { MONGODB_URI, NATS_URL, LOG_LEVEL } = testConfig('access');
  const databases = new Map([...SERVICES, 'audit'].map((name) => [name, testConfig(`access_${name}`).MONGODB_DB]));
  const databaseOf = (service: string): string => there(databases.get(service), service);
  await fill?.({ mongoUri: MONGODB_URI, natsUrl: NATS_URL, blobDir, accountsDir, databaseOf });
  const baseMap = path.join(folder, 'earth.pmtiles');
  await writeFile(baseMap, archiveOfOneTile(Buffer.from('the earth'), ''));

  let shift = 0;
  const inbox = await startInbox(0, 0);
  onStop(() => inbox.close());
  const issuerOptions = {
    port: 0,
    dataDir: accountsDir,
    serviceAccount: SERVICE_ACCOUNT,
    // longer than any run, so only the expired token has expired
    lifetimes: { access: 3_600 },
    passwordCost: 16,
    now: () => Date.now() - shift,
  };
  const issuer = await startIssuer(issuerOptions);
  onStop(() => issuer.close());
  const otherIssuer = await startIssuer(issuerOptions);
  onStop(() => otherIssuer.close());

  const [filesPort = 0, ...grpcPorts] = await freePorts(1 + SERVICES.length);
  const addresses = Object.fromEntries(
    SERVICES.map((name, index) => [addressSetting(name), `127.0.0.1:${grpcPorts[index]}`]),
  );
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL,
    NATS_URL,
    ...addresses,
    KEYCLOAK_URL: issuer.url,
    KEYCLOAK_ADMIN_CLIENT: SERVICE_ACCOUNT.clientId,
    KEYCLOAK_ADMIN_SECRET: SERVICE_ACCOUNT.secret,
    SECRET_WORD,
    SMTP_URL: inbox.smtpUrl,
    PUBLIC_URL: 'http://127.0.0.1:8080',
    BLOB_URL: pathToFileURL(blobDir).href,
    FILES_SECRET,
    FILES_PORT: String(filesPort),
    // jobs started by rows stay leased to their worker
    JOB_LEASE_SECONDS: '3600',
    // mails are sent after a run, whose rows are compared
    NOTICE_DELAY_SECONDS: '3600',
  };
  const modules = await loadServices();
  const startService = (name: string, module: ServiceModule<unknown>, port: number): Promise<RunningService> =>
    run(module, {
      ...env,
      ...testKeys(name),
      MONGODB_URI,
      MONGODB_DB: databaseOf(name),
      AUDIT_MONGODB_DB: databaseOf('audit'),
      GRPC_PORT: String(port),
    });
  await Promise.all(
    [...modules].map(async ([name, module], index) => {
      const running = await startService(name, module, grpcPorts[index] ?? 0);
      onStop(() => running.stop());
    }),
  );
  const connected = SERVICES.map((name, index) => ({
    name,
    ...testClient<ServiceShape>(services[name], `127.0.0.1:${grpcPorts[index]}`),
  }));
  onStop(() => Promise.resolve(connected.forEach(({ close }) => close())));
  const gateway = await startGateway(
    readConfig({
      ...env,
      ...testKeys('gateway'),
      PORT: '0',
      FILES_ADDR: `http://127.0.0.1:${filesPort}`,
      WEB_DIR: webDir,
      // each request has a different client address, to avoid rate limits
      TRUSTED_PROXIES: '1',
      PERSON_REQUESTS_PER_MINUTE: '0',
      BASE_MAP: baseMap,
    }),
  );
  onStop(() => gateway.stop());
  return {
    url: gateway.url,
    app: gateway.app,
    clients: Object.fromEntries(connected.map(({ name, client }) => [name, client])) as unknown as Clients,
    issuerUrl: issuer.url,
    otherIssuerUrl: otherIssuer.url,
    setBack: (milliseconds) => void (shift = milliseconds),
    blobDir,
    databases: [...databases.values()],
    async startAgain(name) {
      const [port = 0] = await freePorts(1);
      return startService(name, there(modules.get(name), name), port);
    },
    async startSpotter() {
      const { service } = (await import('@symbio/feature/worker')) as unknown as StartModule;
      const running = await run(service, {
        ...{ ...env, ...testKeys('feature-worker'), MONGODB_URI, MONGODB_DB: databaseOf('feature') },
      });
      onStop(() => running.stop());
    },
    stop,
  };
}
