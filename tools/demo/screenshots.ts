// Program: `npm run screenshots [-- URL]`. Takes the pictures of the README from the running product with its demo data.
import fs from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../dev/chromium.js';
import { repoRoot } from '../dev/paths.js';
import { messageOf } from '../dev/start-error.js';

const url = process.argv[2] ?? 'http://127.0.0.1:8080';
const folder = path.join(repoRoot, 'docs');
const LIMIT_MS = 30_000;

async function take(page: Page, name: string): Promise<void> {
  // the last tiles and transitions
  await page.waitForTimeout(1_500);
  const file = path.join(folder, `${name}.jpg`);
  await page.screenshot({ path: file, type: 'jpeg', quality: 82 });
  console.log(path.relative(repoRoot, file));
}

async function pictures(page: Page): Promise<void> {
  page.setDefaultTimeout(LIMIT_MS);
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill('admin@symbio.test');
  await page.getByLabel('Password').fill('symbio-local');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const project = page.getByRole('link', { name: 'Riverside Gas Works Redevelopment' });
  await project.waitFor();
  await take(page, 'dashboard');
  await project.click();
  await page.getByRole('link', { name: /Data Collection/ }).click();
  await page
    .getByRole('table', { name: 'Documents' })
    .getByText(/fire insurance/i)
    .first()
    .click();
  await page.getByTestId('page-item-2').click();
  await page.getByText('Loading image...').waitFor({ state: 'hidden' });
  await take(page, 'viewer');
  await page.getByRole('link', { name: /Insights/ }).click();
  await page.getByText('Citizens Gas Light Co. works').first().click();
  await take(page, 'insights');
}

try {
  fs.mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    await pictures(await browser.newPage({ viewport: { width: 1440, height: 900 } }));
  } finally {
    await browser.close();
  }
} catch (error) {
  console.error(`The pictures could not be taken from ${url} (is "npm start" running?): ${messageOf(error)}`);
  process.exitCode = 1;
}
