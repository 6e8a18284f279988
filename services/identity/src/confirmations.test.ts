import { createLogger, newId, serviceActor } from '@symbio/kit';
import { MemoryRows, TestClock, eventually, person } from '@symbio/kit/testing';
import { away } from '../test/memory.js';
import { createConfirmations } from './confirmations.js';
import type { UserRow } from './model.js';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Users of one database, and the processes that mail them their links. */
async function world(users = 1) {
  const clock = new TestClock();
  const rows = new MemoryRows<UserRow>(clock);
  const self = serviceActor('identity');
  const ids = Array.from({ length: users }, () => newId());
  for (const id of ids) await rows.insert(id, { role: 'customer' } as UserRow, self, () => []);
  const done: string[] = [];
  const provider = {
    grantRole: (id: string, role: string): Promise<void> =>
      Promise.resolve(void done.push(`${role} ${ids.indexOf(id)}`)),
    sendConfirmation: (id: string): Promise<void> => Promise.resolve(void done.push(`mail ${ids.indexOf(id)}`)),
  };
  function makeProcess() {
    let looks = 0;
    const confirmations = createConfirmations({
      users: {
        change: (id, actor, decide, events) =>
          rows.change(id, actor, (row, after) => {
            const set = decide(row);
            return set && { set, events: events(after(set)) };
          }),
        confirmationsDue(now, limit) {
          looks++;
          const due = rows.all().filter(({ confirmationDue }) => confirmationDue && confirmationDue <= now);
          return Promise.resolve(due.slice(0, limit).map(({ _id }) => _id));
        },
      },
      accounts: {
        grantRole: (id, role) => provider.grantRole(id, role),
        sendConfirmation: (id) => provider.sendConfirmation(id),
      },
      ...{ clock, self, log: createLogger({ name: 'test', level: 'silent' }) },
    });
    const { sweep } = confirmations;
    return {
      sweep,
      ask: (index = 0) => confirmations.ask(ids[index]!, { actor: person() }),
      /** Mails what is due: the next run begins when the one before it is over. */
      run: async (): Promise<void> => {
        for (let times = 0; times < 2; times++) {
          sweep.wake();
          const before = looks;
          sweep.wake();
          await eventually(() => expect(looks).toBeGreaterThan(before));
        }
      },
    };
  }
  return {
    ...{ clock, rows, provider, done, makeProcess },
    mails: () => done.filter((what) => what.startsWith('mail')).length,
    row: (index = 0) => rows.find(ids[index]!)!,
    set: (values: Partial<UserRow>) => rows.change(ids[0]!, self, () => ({ set: values, events: [] })),
  };
}

it('an address gets three links within an hour, and one more when the first is an hour old (AUTH-21)', async () => {
  const { clock, makeProcess, mails, row } = await world();
  const { ask, run } = makeProcess();
  for (let times = 0; times < 5; times++) {
    await ask();
    await run();
    clock.advance(MINUTE_MS);
  }
  expect(mails()).toBe(3);
  clock.advance(HOUR_MS - 5 * MINUTE_MS - 1);
  await ask();
  await run();
  expect(mails()).toBe(3);
  clock.advance(1);
  await ask();
  await run();
  expect(mails()).toBe(4);
  // those of more than an hour ago are forgotten
  expect(row().confirmationsSent).toHaveLength(3);
});

it('the role is granted before the link is sent, and nobody else hears of either', async () => {
  const { clock, done, makeProcess, row, rows } = await world();
  const { ask, run } = makeProcess();
  await Promise.all([ask(), ask()]);
  await run();
  expect(done).toEqual(['customer 0', 'mail 0']);
  const { confirmationDue, confirmationTries, confirmationsSent } = row();
  expect([confirmationDue, confirmationTries, confirmationsSent]).toEqual([undefined, undefined, [clock.now()]]);
  expect(rows.published).toEqual([]);
});

it.each(['grantRole', 'sendConfirmation'] as const)(
  'a link that could not be mailed is tried again every minute, and does not count before (%s)',
  async (failing) => {
    const { clock, makeProcess, mails, provider, row } = await world();
    const { ask, run } = makeProcess();
    const works = provider[failing];
    let tries = 0;
    provider[failing] = () => (tries++, Promise.reject(away));
    await ask();
    await run();
    clock.advance(MINUTE_MS - 1);
    await run();
    expect([tries, mails()]).toEqual([1, 0]);
    clock.advance(1);
    await run();
    expect([tries, mails()]).toEqual([2, 0]);
    expect([row().confirmationTries, row().confirmationsSent]).toEqual([2, undefined]);
    Object.assign(provider, { [failing]: works });
    // it is owed already, and asking for it brings it no sooner
    await ask();
    await run();
    expect(mails()).toBe(0);
    clock.advance(MINUTE_MS);
    await run();
    expect(mails()).toBe(1);
    expect(row().confirmationTries).toBeUndefined();
  },
);

it('a link is given up after a day of tries, and may be asked for again', async () => {
  const { clock, makeProcess, mails, provider, row, set } = await world();
  const { ask, run } = makeProcess();
  const works = provider.sendConfirmation;
  let tries = 0;
  provider.sendConfirmation = () => (tries++, Promise.reject(away));
  await set({ confirmationDue: clock.now(), confirmationTries: 24 * 60 - 2 });
  await run();
  expect(row().confirmationDue).toEqual(new Date(clock.now().getTime() + MINUTE_MS));
  clock.advance(MINUTE_MS);
  await run();
  expect([row().confirmationDue, row().confirmationTries]).toEqual([undefined, undefined]);
  clock.advance(HOUR_MS);
  await run();
  expect(tries).toBe(2);
  provider.sendConfirmation = works;
  await ask();
  await run();
  expect(mails()).toBe(1);
});

it('of two processes one mails a link', async () => {
  const { clock, makeProcess, mails, set } = await world();
  const [one, other] = [makeProcess(), makeProcess()];
  await set({ confirmationDue: clock.now() });
  await Promise.all([one.run(), other.run()]);
  expect(mails()).toBe(1);
});

it('a process that is told to stop mails what it is at, and leaves the rest for the next one', async () => {
  const { clock, done, makeProcess, provider, rows } = await world(2);
  const { sweep } = makeProcess();
  for (const { _id } of rows.all())
    await rows.change(_id, serviceActor('test'), () => ({ set: { confirmationDue: clock.now() }, events: [] }));
  const { grantRole } = provider;
  let stopped: Promise<void> | undefined;
  provider.grantRole = (id, role) => {
    stopped ??= sweep.stop();
    return grantRole(id, role);
  };
  sweep.wake();
  await eventually(() => expect(stopped).toBeDefined());
  await stopped;
  expect(done).toEqual(['customer 0', 'mail 0']);
  const next = makeProcess();
  await next.run();
  expect(done.slice(2)).toEqual(['customer 1', 'mail 1']);
});
