import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ErrorCode, NatsError, type JsMsg } from 'nats';
import { eventually } from '@symbio/runtime/testing';
import { takeWithin } from './nats-take.js';

/** Response on demand. */
function answering() {
  const became: string[] = [];
  const message = { nak: () => void became.push('given back') } as unknown as JsMsg;
  let answer: (message: JsMsg) => void = () => undefined;
  let refuse: (error: Error) => void = () => undefined;
  const pull = new Promise<JsMsg>((resolve, reject) => ([answer, refuse] = [resolve, reject]));
  return { became, message, pull, come: () => answer(message), refuse: (error: Error) => refuse(error) };
}

/** Server that receives the request immediately. */
const atOnce = Promise.resolve();

it('a message that arrives in time is accepted', async () => {
  const { pull, come, message, became } = answering();
  come();
  expect(await takeWithin(pull, atOnce, 60_000)).toBe(message);
  expect(became).toEqual([]);
});

it('a late message is returned, as it would otherwise stay unhandled until its acknowledgement times out', async () => {
  const { pull, come, became } = answering();
  expect(await takeWithin(pull, atOnce, 1)).toBeUndefined();
  expect(became).toEqual([]);
  come();
  await eventually(() => expect(became).toEqual(['given back']));
});

it('the limit begins when the server receives the request: a request delayed before that is not late', async () => {
  const { pull, come, message, became } = answering();
  const taken = takeWithin(pull, new Promise(() => undefined), 1);
  await sleep(20);
  come();
  expect(await taken).toBe(message);
  expect(became).toEqual([]);
});

it('the limit also begins when the connection breaks before the server receives the request', async () => {
  const { pull } = answering();
  expect(await takeWithin(pull, Promise.reject(new Error('disconnected')), 1)).toBeUndefined();
});

it('a message that arrived in time is accepted even if the process was suspended past the limit', async () => {
  const { pull, come, message, became } = answering();
  const server = net.createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const accepted = once(server, 'connection') as Promise<[net.Socket]>;
  const client = net.connect((server.address() as AddressInfo).port, '127.0.0.1').once('data', come);
  const [[sending]] = await Promise.all([accepted, once(client, 'connect')]);
  const limitMs = 20;
  const taken = takeWithin(pull, atOnce, limitMs);
  // no timer of this process runs before it blocks
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  sending.end('the message');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 * limitMs);
  const first = await taken;
  client.destroy();
  server.close();
  expect(first).toBe(message);
  expect(became).toEqual([]);
});

it.each([ErrorCode.JetStream404NoMessages, ErrorCode.JetStream408RequestTimeout, ErrorCode.Timeout])(
  'no message is available when the server answers %s',
  async (code) => {
    const { pull, refuse } = answering();
    refuse(new NatsError('nothing', code));
    expect(await takeWithin(pull, atOnce, 60_000)).toBeUndefined();
  },
);

it('an error of the server is reported, unless it is late: the next pull gets it again', async () => {
  const inTime = answering();
  inTime.refuse(new NatsError('nobody answers', ErrorCode.NoResponders));
  await expect(takeWithin(inTime.pull, atOnce, 60_000)).rejects.toThrow('nobody answers');

  const late = answering();
  expect(await takeWithin(late.pull, atOnce, 1)).toBeUndefined();
  late.refuse(new Error('gone'));
  await expect(late.pull).rejects.toThrow('gone');
});
