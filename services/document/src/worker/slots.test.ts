import { Slots } from './slots.js';

/** Work that ends when it is told to. */
function work() {
  let end: () => void = () => undefined;
  const done = new Promise<void>((resolve) => (end = resolve));
  let begun = false;
  return {
    run: () => {
      begun = true;
      return done;
    },
    end: () => end(),
    get begun() {
      return begun;
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const never = new AbortController().signal;

describe('slots', () => {
  it('let so many run and the others wait their turn', async () => {
    const slots = new Slots(1);
    const [first, second] = [work(), work()];
    const both = [slots.use(never, first.run), slots.use(never, second.run)];
    await turn();
    expect([first.begun, second.begun]).toEqual([true, false]);
    first.end();
    await both[0];
    await turn();
    expect(second.begun).toBe(true);
    second.end();
    await both[1];
  });

  it('are free again after work that failed', async () => {
    const slots = new Slots(1);
    await expect(slots.use(never, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(slots.use(never, () => Promise.resolve('yes'))).resolves.toBe('yes');
  });

  it('do not begin what is no longer wanted', async () => {
    const slots = new Slots(1);
    const [first, second, third] = [work(), work(), work()];
    const stop = new AbortController();
    const running = slots.use(never, first.run);
    const given = slots.use(stop.signal, second.run);
    const waiting = slots.use(never, third.run);
    stop.abort();
    await expect(given).rejects.toMatchObject({ name: 'AbortError' });
    first.end();
    await running;
    await turn();
    expect([second.begun, third.begun]).toEqual([false, true]);
    third.end();
    await waiting;
  });
});
