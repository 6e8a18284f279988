import { jest } from '@jest/globals';
import { AppError, createLogger, IDLE_LOOK_MS, invalidFields, newId } from '@symbio/runtime';
import { TestClock } from '@symbio/runtime/testing';
import type { Mail, Recipient } from '@symbio/mail';
import { memoryPasswordMails } from '../test/memory.js';
import { createPasswords } from './passwords.js';

const nora = { _id: 'u1', name: 'Nora North', email: 'nora@example.test' };
const MINUTE = 60_000;

function rules(options: { disabled?: boolean; hasMail?: boolean } = {}) {
  const clock = new TestClock();
  const passwordMails = memoryPasswordMails();
  const mails: { to: Recipient; mail: Mail }[] = [];
  const changes: { id: string; password: string; provesAddress: boolean }[] = [];
  const failures: { mail?: Error; change?: AppError } = {};
  const passwords = createPasswords({
    passwordMails: passwordMails.repository,
    users: {
      find: (id) => Promise.resolve(id === nora._id ? ({ ...nora, disabled: options.disabled } as never) : undefined),
    },
    accounts: {
      findAccount: (email) =>
        Promise.resolve(email === nora.email ? { id: nora._id, awaitsConfirmation: false } : undefined),
      changePassword: (id, password, provesAddress) => {
        if (failures.change) return Promise.reject(failures.change);
        return Promise.resolve(void changes.push({ id, password, provesAddress }));
      },
    },
    mailer:
      options.hasMail === false
        ? undefined
        : {
            send: (to, mail) =>
              failures.mail ? Promise.reject(failures.mail) : Promise.resolve(void mails.push({ to, mail })),
          },
    publicUrl: 'https://symbio.example',
    clock,
    log: createLogger({ name: 'test', level: 'silent' }),
  });
  const sweep = async () => {
    // the pending work uses promises only: it is done by the next turn of the event loop
    await new Promise((resolve) => setImmediate(resolve));
    await passwords.sendDue(new AbortController().signal);
  };
  const tokenOf = (mail: Mail | undefined): string => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const requestedLink = async (): Promise<string> => {
    await passwords.requestReset('Nora@Example.test ');
    await sweep();
    return tokenOf(mails.at(-1)?.mail);
  };
  return { clock, passwords, passwordMails, mails, changes, failures, sweep, askedAndMailed: requestedLink };
}

describe('a forgotten password', () => {
  it('is reset by a mailed link, which is stored as a hash only and verifies the address', async () => {
    const { passwords, passwordMails, mails, changes, askedAndMailed: requestedLink, sweep } = rules();
    const token = await requestedLink();
    expect(mails[0]?.to).toEqual({ name: '', email: nora.email });
    expect(mails[0]?.mail.text).toContain('Hello Nora North,');
    expect(mails[0]?.mail.text).toContain(`https://symbio.example/reset-password?token=${token}`);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(passwordMails.rows)).not.toContain(token);
    expect(await passwords.reset(token, 'a new one')).toBe('u1');
    expect(changes).toEqual([{ id: 'u1', password: 'a new one', provesAddress: true }]);
    await sweep();
    expect(mails.map(({ mail }) => mail.subject)).toEqual(['Choose a new password', 'Your password was changed']);
  });

  it('is reset by a link once, within an hour, and by no other link after that', async () => {
    const { clock, passwords, changes, askedAndMailed: requestedLink } = rules();
    const [one, two] = [await requestedLink(), await requestedLink()];
    await passwords.reset(one, 'a new one');
    for (const spent of [one, two, 'made up', ''])
      await expect(passwords.reset(spent, 'another one')).rejects.toMatchObject({ reason: 'reset_link_over' });
    const late = await requestedLink();
    clock.advance(60 * MINUTE);
    await expect(passwords.reset(late, 'another one')).rejects.toMatchObject({ reason: 'reset_link_over' });
    expect(changes).toHaveLength(1);
  });

  it('keeps the link valid when the new password is refused or the provider is unavailable (AUTH-15)', async () => {
    const { passwords, failures, changes, askedAndMailed: requestedLink } = rules();
    const token = await requestedLink();
    await expect(passwords.reset(token, 'short')).rejects.toMatchObject({
      fields: { password: 'Password must be at least 6 characters long' },
    });
    for (const failure of [
      invalidFields({ password: 'Not that one.' }),
      new AppError('UNAVAILABLE', 'accounts_unavailable', 'Away'),
    ]) {
      failures.change = failure;
      await expect(passwords.reset(token, 'a new one')).rejects.toBe(failure);
    }
    failures.change = undefined;
    await passwords.reset(token, 'a new one');
    expect(changes).toHaveLength(1);
  });

  it('returns the same answer for an address without an account and for a disabled account, and mails neither', async () => {
    const open = rules();
    await open.passwords.requestReset('nobody@example.test');
    await open.sweep();
    expect(open.mails).toEqual([]);
    const closed = rules({ disabled: true });
    await closed.askedAndMailed();
    expect(closed.mails).toEqual([]);
  });

  it('sends at most three mails an hour', async () => {
    const { clock, mails, askedAndMailed: requestedLink } = rules();
    for (let n = 0; n < 5; n++) await requestedLink();
    expect(mails).toHaveLength(3);
    clock.advance(61 * MINUTE);
    await requestedLink();
    expect(mails).toHaveLength(4);
  });

  it('retries the mail after a minute while the mail server is unavailable', async () => {
    const { clock, mails, failures, passwords, askedAndMailed: requestedLink, sweep } = rules();
    failures.mail = new Error('away');
    await requestedLink();
    failures.mail = undefined;
    await sweep();
    expect(mails).toEqual([]);
    clock.advance(MINUTE);
    await sweep();
    const token = /token=([\w-]+)/.exec(mails[0]?.mail.text ?? '')?.[1] ?? '';
    expect(await passwords.reset(token, 'a new one')).toBe('u1');
  });

  it('cannot be reset without a mail server, and the error says so', async () => {
    const { passwords } = rules({ hasMail: false });
    await expect(passwords.requestReset(nora.email)).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'no_mail',
    });
  });

  it('requires a valid address', async () => {
    const { passwords } = rules();
    await expect(passwords.requestReset('nora')).rejects.toMatchObject({ fields: { email: 'Invalid email address' } });
  });
});

describe('pending mails', () => {
  afterEach(() => jest.useRealTimers());

  it('are polled no more often than outboxes without requests; a poll sends what a crash left unsent', async () => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
    const { passwords, passwordMails, mails, clock } = rules();
    const looks = jest.spyOn(passwordMails.repository, 'due');
    passwords.sweep.start();
    await jest.advanceTimersByTimeAsync(0);
    expect(looks).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(looks).toHaveBeenCalledTimes(1 + 60_000 / IDLE_LOOK_MS);
    // stored by a process that ended before it could mail it
    const now = clock.now();
    await passwordMails.repository.add({
      _id: newId(),
      kind: 'changed',
      email: nora.email,
      askedAt: now,
      due: now,
      tries: 0,
    });
    await jest.advanceTimersByTimeAsync(IDLE_LOOK_MS);
    expect(mails).toHaveLength(1);
    await passwords.sweep.stop();
  });
});

describe('a changed password', () => {
  it('is reported by mail, invalidates mailed links, and verifies no address', async () => {
    const { passwords, changes, mails, askedAndMailed: requestedLink, sweep } = rules();
    const token = await requestedLink();
    await passwords.change('u1', 'a new one');
    expect(changes).toEqual([{ id: 'u1', password: 'a new one', provesAddress: false }]);
    await sweep();
    expect(mails.at(-1)?.mail).toMatchObject({
      subject: 'Your password was changed',
      text: expect.stringContaining('https://symbio.example/forgot-password') as unknown,
    });
    await expect(passwords.reset(token, 'another one')).rejects.toMatchObject({ reason: 'reset_link_over' });
  });

  it('must meet the rules (AUTH-15)', async () => {
    const { passwords, changes } = rules();
    await expect(passwords.change('u1', 'short')).rejects.toMatchObject({
      fields: { password: 'Password must be at least 6 characters long' },
    });
    expect(changes).toEqual([]);
  });
});
