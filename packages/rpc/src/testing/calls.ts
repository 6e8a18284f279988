import { AppError, createLogger, createMetrics, newId, serviceActor, type Actor } from '@symbio/runtime';
import { connectClient } from '../client.js';
import type { CallContext, CallParent } from '../context.js';
import { signedIn, type Client, type Handlers, type Policies, type ServiceShape } from '../definition.js';
import { GrpcServer } from '../server.js';
import { forgedTokens, testTokens } from './keys.js';

/** Call timeout in milliseconds, longer than any call takes. */
const CALL_MS = 60_000;

/** Timeout of a test's call in milliseconds, allowing for stalled machines. */
const TEST_CALL_MS = 120_000;

/** Parent of a call by an internal process, a person or an API key. */
export async function callAs(actor: Actor, overrides: Partial<CallParent> = {}): Promise<CallParent> {
  const signer = actor.via === 'service' ? actor.sub.slice('service:'.length) : 'gateway';
  return { token: await testTokens(signer).mint(actor), requestId: newId(), limitMs: TEST_CALL_MS, ...overrides };
}

export const callAsService = (name: string): Promise<CallParent> => callAs(serviceActor(name));

export const contextOf = (actor: Actor): CallContext => ({
  actor,
  token: '',
  requestId: newId(),
  signal: new AbortController().signal,
  deadline: new Date(Date.now() + CALL_MS),
  log: createLogger({ name: 'test', level: 'silent' }),
});

/** Close it when done. */
export const testClient = <D extends ServiceShape>(
  definition: D,
  address: string,
): { client: Client<D>; close: () => void } => connectClient(definition, { address, metrics: createMetrics('test') });

/** GRPC server in place of a peer. Missing methods answer NOT_FOUND. */
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

/** Call without credentials. */
export const nobody = (): CallParent => ({ token: '', requestId: newId() });

/** Call with a token signed by an unknown key. */
export const forger = async (actor: Actor): Promise<CallParent> => ({
  token: await forgedTokens('gateway').mint(actor),
  requestId: newId(),
});
