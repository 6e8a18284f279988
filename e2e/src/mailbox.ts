import { expect } from '@jest/globals';
import { eventually } from './api-client.js';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export async function mailsTo(address: string): Promise<Mail[]> {
  const inbox = process.env['E2E_MAIL_URL'];
  if (!inbox) throw new Error('e2e/global-setup.mjs sets E2E_MAIL_URL; set it yourself together with E2E_URL');
  const mails = (await (await fetch(`${inbox}/email`)).json()) as Mail[];
  return mails.filter(({ to }) => to === address);
}

/** Links mailed to an address, once there are `count`. */
export const linksTo = (address: string, count: number): Promise<string[]> =>
  eventually(async () => {
    const mails = await mailsTo(address);
    expect(mails).toHaveLength(count);
    return mails.map(({ text }) => /https?:\/\/\S+/.exec(text)?.[0] ?? '');
  });
