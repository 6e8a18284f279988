/** Test helpers for services: settings for the run's MongoDB and NATS, callers, fake peers. */
import { createLogger } from '../logger.js';
import { createMetrics } from '../metrics.js';
import { serviceActor, type Actor } from '../actor.js';
import type { Clock } from '../clock.js';
import type { BaseConfig } from '../config.js';
import { connectClient } from '../grpc/client.js';
import type { CallContext, CallParent } from '../grpc/context.js';
import { signedIn, type Client, type Handlers, type Policies, type ServiceShape } from '../grpc/definition.js';
import { GrpcServer } from '../grpc/server.js';
import { AppError } from '../errors.js';
import { newId } from '../ids.js';
import { forgedTokens, testKeys, testTokens } from './keys.js';

export * from './chat-server.js';
export * from './contract-ids.js';
export * from './blob-store-contract.js';
export * from './events.js';
export * from './eventually.js';
export * from './keys.js';
export * from './memory-rows.js';
export * from './memory-tombstones.js';
export * from './query-plans.js';
export * from './text-fields.js';

/** Call timeout in milliseconds, longer than any call takes. */
const CALL_MS = 60_000;

/**
 * Settings of a service under test: a separate database, free ports, the run's servers.
 *
 * @param name of the process; its first word names the database by default
 */
export function testConfig(
  database: string,
  name = /^[^_-]+/.exec(database)?.[0] ?? database,
): BaseConfig & { MONGODB_DB: string } {
  const mongo = process.env['TEST_MONGODB_URI'];
  const nats = process.env['TEST_NATS_URL'];
  if (!mongo || !nats) throw new Error('TEST_MONGODB_URI and TEST_NATS_URL are set by the integration project of jest');
  return {
    NODE_ENV: 'test',
    LOG_LEVEL: (process.env['TEST_LOG_LEVEL'] as BaseConfig['LOG_LEVEL'] | undefined) ?? 'silent',
    GRPC_HOST: '127.0.0.1',
    GRPC_PORT: 0,
    ADMIN_PORT: 0,
    ADMIN_HOST: '127.0.0.1',
    SHUTDOWN_DELAY_SECONDS: 0,
    MONGODB_URI: mongo,
    MONGODB_DB: `${database}_${newId().slice(-12)}`,
    NATS_URL: nats,
    NATS_REPLICAS: 1,
    ...testKeys(name),
  };
}

export const person = (overrides: Partial<Actor> = {}): Actor => ({
  sub: newId(),
  authorId: newId(),
  name: 'Test Person',
  role: 'customer',
  permissions: [],
  via: 'user',
  scopes: [],
  ...overrides,
});

/** An actor with all permissions. */
export const administrator = (overrides: Partial<Actor> = {}): Actor =>
  person({
    role: 'administrator',
    permissions: ['canCreateProject', 'canManageUser', 'canSeeReleaseNotes', 'canManageAgents'],
    ...overrides,
  });

/** Timeout of a test's call in milliseconds, allowing for stalled machines. */
const PATIENCE_MS = 120_000;

/** Parent of a call by an internal process, or by a person or API key authenticated by the gateway. */
export async function callAs(actor: Actor, overrides: Partial<CallParent> = {}): Promise<CallParent> {
  const signer = actor.via === 'service' ? actor.sub.slice('service:'.length) : 'gateway';
  return { token: await testTokens(signer).mint(actor), requestId: newId(), limitMs: PATIENCE_MS, ...overrides };
}

/** Parent of a call by an internal process. */
export const callAsService = (name: string): Promise<CallParent> => callAs(serviceActor(name));

/** Call context for tests of rules without a server. */
export const contextOf = (actor: Actor): CallContext => ({
  actor,
  token: '',
  requestId: newId(),
  signal: new AbortController().signal,
  deadline: new Date(Date.now() + CALL_MS),
  log: createLogger({ name: 'test', level: 'silent' }),
});

/** A client for tests; close it when done. */
export const testClient = <D extends ServiceShape>(
  definition: D,
  address: string,
): { client: Client<D>; close: () => void } => connectClient(definition, { address, metrics: createMetrics('test') });

/** A gRPC server in place of a peer. Missing methods answer NOT_FOUND. */
export async function fakeService<D extends ServiceShape>(
  definition: D,
  handlers: Partial<Handlers<D>>,
): Promise<{ address: string; close: () => Promise<void> }> {
  const server = new GrpcServer({
    tokens: testTokens('gateway'),
    log: createLogger({ name: 'fake', level: 'silent' }),
    metrics: createMetrics('fake'),
  });
  const missing = () => Promise.reject(new AppError('NOT_FOUND', 'not_found', 'Not part of this fake'));
  const all = Object.fromEntries(Object.keys(definition).map((name) => [name, handlers[name] ?? missing]));
  const open = Object.fromEntries(Object.keys(definition).map((name) => [name, signedIn]));
  server.add(definition, all as unknown as Handlers<D>, open as unknown as Policies<D>);
  const port = await server.listen('127.0.0.1', 0);
  return { address: `127.0.0.1:${port}`, close: () => server.drain() };
}

/** A manually advanced clock. */
export class TestClock implements Clock {
  #now: Date;
  constructor(start = new Date('2026-01-15T12:00:00.000Z')) {
    this.#now = start;
  }
  now(): Date {
    return new Date(this.#now);
  }
  advance(ms: number): void {
    this.#now = new Date(this.#now.getTime() + ms);
  }
}

/** A call without credentials. */
export const nobody = (): CallParent => ({ token: '', requestId: newId() });

/** A call with a token signed by an unknown key. */
export const forger = async (actor: Actor): Promise<CallParent> => ({
  token: await forgedTokens('gateway').mint(actor),
  requestId: newId(),
});

/** OK, or the error code of a call. For permission tables. */
export const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'OK',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
