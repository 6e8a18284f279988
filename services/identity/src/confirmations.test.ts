import { createLogger, newId, serviceActor } from '@symbio/runtime';
import { MemoryRows } from '@symbio/mongo/testing';
import { TestClock, eventually, person } from '@symbio/runtime/testing';
import type { Mail, Recipient } from '@symbio/mail';
import { away } from '../test/memory.js';
import { createConfirmations } from './confirmations.js';
import type { UserRow } from './model.js';
import { createRegistrations } from './registrations.js';
import { defaultGrantRows, grantsFrom } from './roles.js';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Users of one database, and the processes that mail their links. */
async function world(users = 1) {
  const clock = new TestClock();
  const rows = new MemoryRows<UserRow>(clock);
  const self = serviceActor('identity');
  const ids = Array.from({ length: users }, () => newId());
  for (const [index, id] of ids.entries()) {
    const registration = await createRegistrations(['a secret']).make('Nora North', 'password A', false);
    const email = `${index}@example.test`;
    const values = { role: 'customer', name: 'First', email, awaitsFirstSignIn: true, registration };
    await rows.insert(id, values as UserRow, self, () => []);
  }
  const done: string[] = [];
  const links: string[] = [];
  const confirmed: unknown[] = [];
  const account = { awaitsConfirmation: true };
  const provider = {
    grantRole: (id: string, role: string): Promise<void> =>
      Promise.resolve(void done.push(`${role} ${ids.indexOf(id)}`)),
    send: ({ email }: Recipient, mail: Mail): Promise<void> => {
      links.push(/confirm\?token=([\w-]{43})/.exec(mail.text)?.[1] ?? '');
      return Promise.resolve(void done.push(`mail ${email.split('@')[0]}`));
    },
    confirmAccount: (_id: string, registration: unknown): Promise<void> =>
      Promise.resolve(void confirmed.push(registration)),
  };
  const found = (is: (row: UserRow) => boolean) => Promise.resolve(rows.all().find(is));
  function makeProcess(secrets: [string, string?] = ['a secret']) {
    let looks = 0;
    const confirmations = createConfirmations({
      users: {
        find: (id) => Promise.resolve(rows.find(id)),
        findAwaiting: (email) => found((row) => row.email === email),
        findByConfirmation: (hash) => found(({ registration }) => registration?.tokenHash === hash),
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
      grants: { read: () => Promise.resolve(grantsFrom(defaultGrantRows())) },
      accounts: {
        grantRole: (id, role) => provider.grantRole(id, role),
        findAccount: () => Promise.resolve({ id: ids[0]!, ...account }),
        confirmAccount: (id, registration) => provider.confirmAccount(id, registration),
      },
      registrations: createRegistrations(secrets),
      mailer: { send: (to, mail) => provider.send(to, mail) },
      publicUrl: 'https://symbio.example',
      ...{ clock, self, log: createLogger({ name: 'test', level: 'silent' }) },
    });
    const { sweep } = confirmations;
    /** Mails due confirmations: the next run begins after the previous one. */
    const run = async (): Promise<void> => {
      for (let times = 0; times < 2; times++) {
        sweep.wake();
        const before = looks;
        sweep.wake();
        await eventually(() => expect(looks).toBeGreaterThan(before));
      }
    };
    const ask = (index = 0, form = { name: 'Nora North', password: 'password A' }) =>
      confirmations.register(ids[index]!, form, { actor: person() });
    return {
      ...{ sweep, confirmations, run, ask },
      resend: () => confirmations.resend(ids[0]!, { actor: person() }),
      /** Registers and returns the token of the mailed link. */
      link: async (name: string, password: string): Promise<string> => {
        const before = links.length;
        await ask(0, { name, password });
        await eventually(() => expect(links.length).toBeGreaterThan(before));
        await run();
        return links.at(-1)!;
      },
    };
  }
  return {
    ...{ clock, rows, provider, done, links, confirmed, account, makeProcess },
    mails: () => done.filter((what) => what.startsWith('mail')).length,
    row: (index = 0) => rows.find(ids[index]!)!,
    set: (values: Partial<UserRow>) => rows.change(ids[0]!, self, () => ({ set: values, events: [] })),
  };
}

describe('a link', () => {
  it('sets only the name and password of its own registration: the victim registers first (AUTH-21)', async () => {
    const { makeProcess, confirmed, row } = await world();
    const { link, confirmations } = makeProcess();
    const victims = await link('Victim', 'password A');
    await link('Stranger', 'password B');
    await expect(confirmations.confirm(victims)).rejects.toMatchObject({ reason: 'confirmation_link_over' });
    expect([confirmed, row().name]).toEqual([[], 'First']);
  });

  it('sets only the name and password of its own registration: the stranger registers first (AUTH-21)', async () => {
    const { makeProcess, confirmed, row } = await world();
    const { link, confirmations } = makeProcess();
    const strangers = await link('Stranger', 'password B');
    const victims = await link('Victim', 'password A');
    await expect(confirmations.confirm(strangers)).rejects.toMatchObject({ reason: 'confirmation_link_over' });
    await confirmations.confirm(victims);
    expect(confirmed).toEqual([{ name: 'Victim', password: 'password A' }]);
    expect([row().name, row().registration]).toEqual(['Victim', undefined]);
    await expect(confirmations.confirm(victims)).rejects.toMatchObject({ reason: 'confirmation_link_over' });
  });

  it('stays valid when an address at its limit registers again', async () => {
    const { makeProcess, confirmed } = await world();
    const { link, ask, confirmations } = makeProcess();
    for (const password of ['one', 'two']) await link('Nora', password);
    const last = await link('Nora', 'three');
    await ask(0, { name: 'Stranger', password: 'password B' });
    await confirmations.confirm(last);
    expect(confirmed).toEqual([{ name: 'Nora', password: 'three' }]);
  });

  it('is not mailed for an address that has been pending since a version without stored registrations (AUTH-09)', async () => {
    const { clock, makeProcess, set, row, done } = await world();
    const { resend, run, link, confirmations } = makeProcess();
    const now = clock.now();
    await set({ registration: undefined, confirmationsSent: [now, now] });
    await resend();
    await run();
    expect([done, row().confirmationDue]).toEqual([[], undefined]);
    // that version still owed a mail
    await set({ confirmationDue: now });
    await run();
    expect([done, row().confirmationDue, row().confirmationsSent]).toEqual([['customer 0'], undefined, [now, now]]);
    await set({ confirmationsSent: [now, now, now] });
    await confirmations.confirm(await link('Nora', 'password A'));
  });

  it('is valid for 12 hours, and for another 12 when mailed again (AUTH-09)', async () => {
    const { clock, makeProcess, links, confirmed, mails } = await world();
    const { link, resend, run, confirmations } = makeProcess();
    const token = await link('Nora', 'password A');
    clock.advance(12 * HOUR_MS);
    await expect(confirmations.confirm(token)).rejects.toMatchObject({ reason: 'confirmation_link_over' });
    await resend();
    await eventually(() => expect(mails()).toBe(2));
    await run();
    clock.advance(12 * HOUR_MS - 1);
    await confirmations.confirm(links.at(-1)!);
    expect(confirmed).toEqual([{ name: 'Nora', password: 'password A' }]);
  });

  it('can be mailed again while the secret is rotated', async () => {
    const { makeProcess, links, confirmed, mails } = await world();
    await makeProcess().link('Nora', 'password A');
    const next = makeProcess(['the next secret', 'a secret']);
    await next.resend();
    await eventually(() => expect(mails()).toBe(2));
    await next.confirmations.confirm(links.at(-1)!);
    expect(confirmed).toHaveLength(1);
  });

  it('stays valid while the provider is unavailable', async () => {
    const { makeProcess, provider, confirmed } = await world();
    const { link, confirmations } = makeProcess();
    const token = await link('Nora', 'password A');
    const works = provider.confirmAccount;
    provider.confirmAccount = () => Promise.reject(away);
    await expect(confirmations.confirm(token)).rejects.toBe(away);
    provider.confirmAccount = works;
    await confirmations.confirm(token);
    expect(confirmed).toHaveLength(1);
  });

  it.each([
    ['is confirmed already', true],
    ['was ever used', false],
  ])('sets nothing for an account that %s', async (_what, isConfirmed) => {
    const { makeProcess, account, set, confirmed } = await world();
    const { link, confirmations } = makeProcess();
    const token = await link('Nora', 'password A');
    if (isConfirmed) account.awaitsConfirmation = false;
    else await set({ awaitsFirstSignIn: undefined });
    await expect(confirmations.confirm(token)).rejects.toMatchObject({ reason: 'confirmation_link_over' });
    expect(confirmed).toEqual([]);
  });

  it('does not expose its password in the database', async () => {
    const { makeProcess, rows } = await world();
    const token = await makeProcess().link('Nora', 'password A');
    const kept = JSON.stringify(rows.all());
    expect(kept).not.toContain('password A');
    expect(kept).not.toContain(Buffer.from('password A').toString('base64'));
    expect(kept).not.toContain(token);
  });

  it('that is pending is recognised by the password of its registration (AUTH-10)', async () => {
    const { makeProcess } = await world();
    const { link, confirmations } = makeProcess();
    await link('Nora', 'password A');
    const awaits = (email: string, password: string) => confirmations.awaits(email, password);
    expect(await awaits(' 0@Example.test', 'password A')).toBe(true);
    expect([await awaits('0@example.test', 'password B'), await awaits('x@example.test', '')]).toEqual([false, false]);
  });
});

it('a link is sent to an address three times within an hour, and again when the first is an hour old (AUTH-21)', async () => {
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
  // entries older than an hour are dropped
  expect(row().confirmationsSent).toHaveLength(3);
});

it('a link is sent after the role is granted, and neither is published', async () => {
  const { clock, done, makeProcess, row, rows } = await world();
  const { ask, run } = makeProcess();
  await ask();
  await run();
  expect(done).toEqual(['customer 0', 'mail 0']);
  const { confirmationDue, confirmationTries, confirmationsSent } = row();
  expect([confirmationDue, confirmationTries, confirmationsSent]).toEqual([undefined, undefined, [clock.now()]]);
  expect(rows.published).toEqual([]);
});

it.each(['grantRole', 'send'] as const)(
  'a link that could not be mailed is retried every minute, and does not count before (%s)',
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
    // already pending, and requesting it does not speed it up
    await ask();
    await run();
    expect(mails()).toBe(0);
    clock.advance(MINUTE_MS);
    await run();
    expect(mails()).toBe(1);
    expect(row().confirmationTries).toBeUndefined();
  },
);

it('a link is given up after a day of retries, and can be requested again', async () => {
  const { clock, makeProcess, mails, provider, row, set } = await world();
  const { ask, run } = makeProcess();
  const works = provider.send;
  let tries = 0;
  provider.send = () => (tries++, Promise.reject(away));
  await set({ confirmationDue: clock.now(), confirmationTries: 24 * 60 - 2 });
  await run();
  expect(row().confirmationDue).toEqual(new Date(clock.now().getTime() + MINUTE_MS));
  clock.advance(MINUTE_MS);
  await run();
  expect([row().confirmationDue, row().confirmationTries]).toEqual([undefined, undefined]);
  clock.advance(HOUR_MS);
  await run();
  expect(tries).toBe(2);
  provider.send = works;
  await ask();
  await run();
  expect(mails()).toBe(1);
});

it('a link is mailed by one of two processes', async () => {
  const { clock, makeProcess, mails, set } = await world();
  const [one, other] = [makeProcess(), makeProcess()];
  await set({ confirmationDue: clock.now() });
  await Promise.all([one.run(), other.run()]);
  expect(mails()).toBe(1);
});

it('a link in delivery is mailed before shutdown; the others wait for the next process', async () => {
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
