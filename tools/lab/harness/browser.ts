import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { LOCAL_PASSWORD } from '@symbio/fixtures/issuer/store';
import { chromiumPath } from '../../dev/chromium.js';

/**
 * Without a graphics processor Chromium would imitate one, which is slower than drawing without; its background
 * requests slow tests and fail on closed networks.
 */
const ARGUMENTS: readonly string[] = [
  '--no-sandbox',
  ...(existsSync('/dev/dri') || process.platform !== 'linux' ? [] : ['--disable-gpu']),
  ...['--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];

export const launchChromium = (...more: readonly string[]): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath(), args: [...ARGUMENTS, ...more] });

export async function enter(
  { request }: Pick<BrowserContext, 'request'>,
  email: string,
  password: string = LOCAL_PASSWORD,
  origin?: string,
): Promise<void> {
  const headers: Record<string, string> = origin === undefined ? {} : { origin };
  const answer = await request.post('/api/auth/sign-in', { data: { email, password }, headers });
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${answer.status()} ${await answer.text()}`);
}

/** Reports script errors and console errors of a page, other than failed responses, which the page itself handles. */
export function onProblem(page: Page, report: (problem: string) => void): void {
  page.on('pageerror', (error) => report(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) report(message.text());
  });
}
