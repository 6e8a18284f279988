import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import { startInbox, type CaughtMail, type RunningInbox } from './inbox.js';

describe('the inbox', () => {
  let inbox: RunningInbox;
  beforeEach(async () => {
    inbox = await startInbox(0, 0);
  });
  afterEach(() => inbox.close());

  const mails = async (): Promise<CaughtMail[]> => (await fetch(`${inbox.url}/email`)).json() as Promise<CaughtMail[]>;
  const send = (more: object): Promise<unknown> =>
    createTransport(inbox.smtpUrl).sendMail({
      from: 'Symbio <no-reply@symbio.test>',
      to: 'nora@symbio.test',
      subject: 'Grüße',
      text: 'Open http://127.0.0.1:8080/a?b=1&c=2 now',
      ...more,
    });

  it('catches mail and shows it as JSON', async () => {
    await send({ attachments: [{ filename: 'map.txt', content: 'abc' }] });
    expect(await mails()).toEqual([
      expect.objectContaining({
        id: 1,
        from: 'Symbio <no-reply@symbio.test>',
        to: 'nora@symbio.test',
        subject: 'Grüße',
        text: expect.stringContaining('http://127.0.0.1:8080/a?b=1&c=2'),
        attachments: [{ name: 'map.txt', size: 3 }],
      }),
    ]);
  });

  it('is emptied on request', async () => {
    await send({});
    expect((await fetch(`${inbox.url}/email`, { method: 'DELETE' })).status).toBe(204);
    expect(await mails()).toEqual([]);
  });

  it('shows a page in which links can be clicked and scripts cannot run', async () => {
    await send({ subject: '<script>alert(1)</script>' });
    const response = await fetch(inbox.url);
    const page = await response.text();
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page).not.toContain('<script>');
    expect(page).toContain('<a href="http://127.0.0.1:8080/a?b=1&#38;c=2"');
  });
});
