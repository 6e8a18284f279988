import { request as httpRequest } from 'node:http';
import { AppError, invalidFields } from '@symbio/runtime';
import { DatabaseHost } from '@symbio/mongo';
import { people, services, signedIn, withPermission, type Handlers } from '@symbio/rpc';
import { callAs, callAsService, testClient } from '@symbio/rpc/testing';
import { eventually, person } from '@symbio/runtime/testing';
import { testConfig } from '@symbio/mongo/testing';

interface Message {
  text?: string;
}

/** Test-only JSON method. */
const method = <N extends string>(name: N) => ({
  path: `/test.Host/${name}`,
  requestStream: false as const,
  responseStream: false as const,
  requestSerialize: (value: Message) => Buffer.from(JSON.stringify(value)),
  requestDeserialize: (bytes: Buffer) => (bytes.length > 0 ? (JSON.parse(bytes.toString()) as Message) : {}),
  responseSerialize: (value: Message) => Buffer.from(JSON.stringify(value)),
  responseDeserialize: (bytes: Buffer) => (bytes.length > 0 ? (JSON.parse(bytes.toString()) as Message) : {}),
});
const Contract = {
  show: method('Show'),
  wait: method('Wait'),
  refuse: method('Refuse'),
  crash: method('Crash'),
  manage: method('Manage'),
  peopleOnly: method('PeopleOnly'),
  gatewayOnly: method('GatewayOnly'),
};

const HOUR_MS = 3_600_000;

let host: DatabaseHost;
let release: () => void = () => undefined;
let seen: unknown;

const handlers: Handlers<typeof Contract> = {
  show: (request, context) => {
    seen = { request, actor: context.actor, deadline: context.deadline };
    return Promise.resolve({});
  },
  wait: async (_request, context) => {
    await new Promise<void>((resolve, reject) => {
      seen = 'waiting';
      release = resolve;
      context.signal.addEventListener('abort', () => {
        seen = 'aborted';
        reject(new AppError('CANCELLED', 'cancelled', 'cancelled'));
      });
    });
    return { text: 'waited' };
  },
  refuse: () => Promise.reject(invalidFields({ title: 'Title is required', type: 'Type is required' })),
  crash: () => Promise.reject(new Error('a secret of the database')),
  manage: () => Promise.resolve({}),
  peopleOnly: () => Promise.resolve({}),
  gatewayOnly: () => Promise.resolve({}),
};

async function start() {
  host = await DatabaseHost.connect({ name: 'sample-host', config: testConfig('sample_host', 'sample-host') });
  host.serve(Contract, handlers, {
    show: signedIn,
    wait: signedIn,
    refuse: signedIn,
    crash: signedIn,
    manage: withPermission('canManageUser'),
    peopleOnly: people,
    gatewayOnly: services('gateway'),
  });
  const running = await host.run();
  return { running, ...testClient(Contract, running.address) };
}

const get = (port: number, path: string): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port, path }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });

describe('a service', () => {
  let running: Awaited<ReturnType<typeof start>>['running'];
  let client: Awaited<ReturnType<typeof start>>['client'];
  let close: Awaited<ReturnType<typeof start>>['close'];
  beforeAll(async () => {
    ({ running, client, close } = await start());
  });
  afterAll(async () => {
    close();
    await running.stop();
  });

  it('passes handlers the actor of the internal token, and the caller’s deadline', async () => {
    const actor = person({ role: 'symbio', permissions: ['canCreateProject'], scopes: ['p1'] });
    // far from the default timeouts of ten and fifteen seconds
    const deadline = new Date(Date.now() + HOUR_MS);
    await client.show({ text: 'hello' }, await callAs(actor, { deadline, limitMs: 2 * HOUR_MS }));
    expect(seen).toMatchObject({ actor, request: { text: 'hello' } });
    const got = (seen as { deadline: Date }).deadline.getTime();
    // transmitted as remaining time, so the call's latency is added
    expect(Math.round((got - deadline.getTime()) / HOUR_MS)).toBe(0);
  });

  it('refuses a call without a token, with a forged one, and with one of another secret', async () => {
    const parents = [
      { token: '', requestId: 'r' },
      { token: 'abc', requestId: 'r' },
      { token: `${(await callAs(person())).token}x`, requestId: 'r' },
    ];
    for (const parent of parents)
      await expect(client.show({}, parent)).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
        message: 'Authentication required. Please log in to continue.',
      });
  });

  it('denies methods by their policy row', async () => {
    await expect(client.manage({}, await callAs(person()))).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(client.manage({}, await callAs(person({ permissions: ['canManageUser'] })))).resolves.toEqual({});
    await expect(client.peopleOnly({}, await callAs(person({ via: 'api_key' })))).rejects.toMatchObject({
      reason: 'not_authorized',
      message: 'Not authorized',
    });
    await expect(client.gatewayOnly({}, await callAs(person()))).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(client.gatewayOnly({}, await callAsService('gateway'))).resolves.toBeDefined();
    await expect(client.gatewayOnly({}, await callAsService('identity-worker'))).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    });
  });

  it('passes on all bad fields at once', async () => {
    await expect(client.refuse({}, await callAs(person()))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: { title: 'Title is required', type: 'Type is required' },
    });
  });

  it('never reveals internal errors', async () => {
    const error: unknown = await client.crash({}, await callAs(person())).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'INTERNAL', reason: 'internal' });
    expect(JSON.stringify(error)).not.toContain('secret of the database');
    expect((error as Error).message).toBe('Something went wrong on our side. Please try again.');
  });

  it('cancels a handler when the caller disconnects', async () => {
    const controller = new AbortController();
    const parent = await callAs(person(), { signal: controller.signal });
    seen = undefined;
    const call = client.wait({}, parent);
    const ended = expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
    await eventually(() => expect(seen).toBe('waiting'));
    controller.abort();
    await ended;
    await eventually(() => expect(seen).toBe('aborted'));
  });

  it('answers an exceeded deadline with a sentence', async () => {
    const parent = await callAs(person(), { deadline: new Date(Date.now() + 50) });
    await expect(client.wait({}, parent)).rejects.toMatchObject({
      code: 'DEADLINE_EXCEEDED',
      message: 'This took too long. Please try again.',
    });
    release();
  });

  it('reports liveness, readiness and metrics on its admin port', async () => {
    expect(await get(running.adminPort, '/healthz')).toMatchObject({ status: 200 });
    expect(await get(running.adminPort, '/readyz')).toMatchObject({ status: 200 });
    const metrics = await get(running.adminPort, '/metrics');
    expect(metrics.text).toContain('symbio_grpc_server_seconds_count');
    expect(metrics.text).toContain('service="sample-host"');
  });
});

describe('a service on shutdown', () => {
  it('finishes the request in progress, refuses new ones, and first reports that it is not ready', async () => {
    const { running, client, close } = await start();
    seen = undefined;
    const call = client.wait({}, await callAs(person()));
    await eventually(() => expect(seen).toBe('waiting'));
    const stopped = running.stop();
    await eventually(async () => expect(await get(running.adminPort, '/readyz')).toMatchObject({ status: 503 }));
    release();
    await expect(call).resolves.toEqual({ text: 'waited' });
    await stopped;
    const parent = await callAs(person(), { deadline: new Date(Date.now() + 500) });
    await expect(client.show({}, parent)).rejects.toMatchObject({
      code: expect.stringMatching(/UNAVAILABLE|DEADLINE/) as string,
    });
    close();
  });
});
