import path from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { chromiumPath } from '@symbio/tools/dev/chromium';
import { stackUrl } from './api-client.js';

/** Chromium's own calls home only slow a test down and fail on a closed network. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const launch = (): Promise<Browser> => chromium.launch({ executablePath: chromiumPath(), args: ARGUMENTS });

/** A page and what went wrong on it: script errors and console errors that are not an answer of the server's. */
export interface WatchedPage {
  page: Page;
  problems: string[];
}

/** A new page in a context of its own. */
export async function openPage(
  browser: Browser,
  options: { scheme?: 'light' | 'dark'; width?: number; height?: number } = {},
): Promise<WatchedPage & { context: BrowserContext }> {
  const context = await browser.newContext({
    baseURL: stackUrl(),
    colorScheme: options.scheme ?? 'light',
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // the browser reports every refused call as an error; what the page makes of it is what is tested
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text());
  });
  return { context, page, problems };
}

/** Folder of the pictures of failed journeys. */
const PICTURES = path.resolve(import.meta.dirname, '../../.cache/e2e');

/** Runs a journey; when it fails, a picture of the page says where, and the page's own problems say why. */
export async function pictured(
  { page, problems }: WatchedPage,
  name: string,
  journey: () => Promise<void>,
): Promise<void> {
  try {
    await journey();
  } catch (error) {
    await page.screenshot({ path: path.join(PICTURES, `${name.replace(/\W+/g, '-')}.png`) });
    if (error instanceof Error && problems.length > 0) error.message += `\n\nThe page said:\n${problems.join('\n')}`;
    throw error;
  }
}

/** Signs in through the form. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
