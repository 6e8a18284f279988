import { ErrorCode, NatsError, type JsMsg } from 'nats';
import { eventually } from '../testing/eventually.js';
import { takeWithin } from './nats-take.js';

/** An answer that comes when it is told to. */
function answering() {
  const became: string[] = [];
  const message = { nak: () => void became.push('given back') } as unknown as JsMsg;
  let answer: (message: JsMsg) => void = () => undefined;
  let refuse: (error: Error) => void = () => undefined;
  const pull = new Promise<JsMsg>((resolve, reject) => ([answer, refuse] = [resolve, reject]));
  return { became, message, pull, come: () => answer(message), refuse: (error: Error) => refuse(error) };
}

it('a message that comes in time is taken', async () => {
  const { pull, come, message, became } = answering();
  come();
  expect(await takeWithin(pull, 60_000)).toBe(message);
  expect(became).toEqual([]);
});

it('one that comes too late is given back: nobody would have it in hand until its wait is over', async () => {
  const { pull, come, became } = answering();
  expect(await takeWithin(pull, 1)).toBeUndefined();
  expect(became).toEqual([]);
  come();
  await eventually(() => expect(became).toEqual(['given back']));
});

it.each([ErrorCode.JetStream404NoMessages, ErrorCode.JetStream408RequestTimeout, ErrorCode.Timeout])(
  'there is nothing to take when the server says %s',
  async (code) => {
    const { pull, refuse } = answering();
    refuse(new NatsError('nothing', code));
    expect(await takeWithin(pull, 60_000)).toBeUndefined();
  },
);

it('what the server refuses is told, unless it is too late: the next pull meets it again', async () => {
  const inTime = answering();
  inTime.refuse(new NatsError('nobody answers', ErrorCode.NoResponders));
  await expect(takeWithin(inTime.pull, 60_000)).rejects.toThrow('nobody answers');

  const late = answering();
  expect(await takeWithin(late.pull, 1)).toBeUndefined();
  late.refuse(new Error('gone'));
  await expect(late.pull).rejects.toThrow('gone');
});
