import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { enter } from '../harness/browser.js';

const LIMIT_MS = 30_000;
/** Milliseconds for the last tiles and transitions. */
const REST_MS = 1_500;

export async function takeReadmePictures(browser: Browser, url: string, folder: string): Promise<void> {
  const page = await browser.newPage({ baseURL: url, viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(LIMIT_MS);
  await enter(page.context(), 'admin@symbio.test', undefined, url);
  await page.goto(url);
  const project = page.getByRole('link', { name: 'Riverside Gas Works Redevelopment' });
  await project.waitFor();
  await take(page, folder, 'dashboard');
  await project.click();
  await page.getByRole('link', { name: /Data Collection/ }).click();
  await page
    .getByRole('table', { name: 'Documents' })
    .getByText(/fire insurance/i)
    .first()
    .click();
  await page.getByTestId('page-item-2').click();
  await page.getByText('Loading image...').waitFor({ state: 'hidden' });
  await take(page, folder, 'viewer');
  await page.getByRole('link', { name: /Insights/ }).click();
  await page.getByText('Citizens Gas Light Co. works').first().click();
  await take(page, folder, 'insights');
}

async function take(page: Page, folder: string, name: string): Promise<void> {
  await page.waitForTimeout(REST_MS);
  const file = path.join(folder, `${name}.jpg`);
  await page.screenshot({ path: file, type: 'jpeg', quality: 82 });
  console.log(file);
}
