import { expect } from '@jest/globals';
import { eventually } from './api-client.js';

/** A mail that the stack sent. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** What has come for an address so far. */
export async function mailsTo(address: string): Promise<Mail[]> {
  const inbox = process.env['E2E_MAIL_URL'];
  if (!inbox) throw new Error('E2E_MAIL_URL is set by e2e/global-setup.mjs, or beside E2E_URL by whoever sets that');
  const mails = (await (await fetch(`${inbox}/email`)).json()) as Mail[];
  return mails.filter(({ to }) => to === address);
}

/** The links mailed to an address, once there are so many. */
export const linksTo = (address: string, count: number): Promise<string[]> =>
  eventually(async () => {
    const mails = await mailsTo(address);
    expect(mails).toHaveLength(count);
    return mails.map(({ text }) => /https?:\/\/\S+/.exec(text)?.[0] ?? '');
  });
