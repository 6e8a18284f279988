import { jest } from '@jest/globals';
import { NatsError, type ConsumerInfo } from 'nats';
import { ensureDurable, ensureReplicas, ensureStream, streamConfig } from './nats-streams.js';
import { JOBS_STREAM } from './streams.js';

type Consumers = Parameters<typeof ensureDurable>[0]['consumers'];
type Streams = Parameters<typeof ensureStream>[0]['streams'] & Parameters<typeof ensureReplicas>[0];

/** Mock stream manager that records requests; a single real server cannot keep three replicas. */
function fakeStreams(existing?: { num_replicas: number }) {
  const info = { config: existing } as Awaited<ReturnType<Streams['info']>>;
  return {
    info: jest.fn<Streams['info']>().mockResolvedValue(info),
    add: jest
      .fn<Streams['add']>()
      .mockImplementation(() => (existing ? Promise.reject(new Error('stream name in use')) : Promise.resolve(info))),
    update: jest.fn<Streams['update']>().mockResolvedValue(info),
  };
}

describe('the number of replicas of a stream', () => {
  it('is that of the settings', () => {
    expect(streamConfig(JOBS_STREAM, 3)).toMatchObject({ name: 'JOBS', num_replicas: 3 });
  });

  it('is raised on start for a stream created with fewer', async () => {
    const streams = fakeStreams({ num_replicas: 1 });
    await ensureStream({ streams }, JOBS_STREAM, 3);
    expect(streams.update).toHaveBeenCalledWith('JOBS', expect.objectContaining({ num_replicas: 3 }));
  });

  it('is raised on start for a bucket created with fewer, and unchanged when correct', async () => {
    const streams = fakeStreams({ num_replicas: 1 });
    await ensureReplicas(streams, 'KV_presence', 3);
    expect(streams.update.mock.calls).toEqual([['KV_presence', { num_replicas: 3 }]]);
    const right = fakeStreams({ num_replicas: 3 });
    await ensureReplicas(right, 'KV_presence', 3);
    expect(right.update).not.toHaveBeenCalled();
  });
});

describe('a durable consumer', () => {
  const spec = { stream: 'EVENTS', durable: 'd', filter: 'symbio.>', ackWaitMs: 30_000, maxAckPending: 10 };
  const info = {} as ConsumerInfo;
  const fakeConsumers = (asked: NatsError) => ({
    info: jest.fn<Consumers['info']>().mockRejectedValue(asked),
    add: jest.fn<Consumers['add']>().mockResolvedValue(info),
    update: jest.fn<Consumers['update']>().mockResolvedValue(info),
  });

  it('is created when the stream has none', async () => {
    const missing = new NatsError('consumer not found', '404');
    missing.api_error = { code: 404, err_code: 10014, description: 'consumer not found' };
    const consumers = fakeConsumers(missing);
    await ensureDurable({ consumers }, spec);
    expect(consumers.add).toHaveBeenCalledWith('EVENTS', expect.objectContaining({ durable_name: 'd' }));
  });

  it('is not created when the server does not answer whether it exists', async () => {
    const timeout = new NatsError('TIMEOUT', 'TIMEOUT');
    const consumers = fakeConsumers(timeout);
    await expect(ensureDurable({ consumers }, spec)).rejects.toBe(timeout);
    expect(consumers.add).not.toHaveBeenCalled();
  });
});
