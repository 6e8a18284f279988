import { jest } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { Api, eventually, type Many, type One, type Project } from './api-client.js';
import { enter, launch, leave, openPage, pictured } from './browser.js';
import { TEST_MS } from './timeouts.js';

jest.setTimeout(TEST_MS);

interface DataSet {
  id: string;
  name: string;
  versions: { state: string }[];
}

const RING = [
  [-73.96, 40.71],
  [-73.957, 40.71],
  [-73.957, 40.712],
  [-73.96, 40.712],
  [-73.96, 40.71],
];
/** 0.5 miles is 804.672 m, about 0.00724 degrees north of the edge. */
const LIST = [
  'Site No,Caption,Lat,Long',
  '1,ON THE PROPERTY,40.711,-73.958',
  '2,NORTH STATION,40.7150,-73.958',
  '3,TOO FAR,40.7195,-73.958',
  'broken',
].join('\n');

let browser: Browser;
let admin: Api;
let project: Project;
let context: BrowserContext;
let page: Page;
let problems: string[];
const name = `Leaking tanks ${Date.now()}`;

const ownList = async (): Promise<DataSet | undefined> =>
  (await admin.get<Many<DataSet>>('/api/public/data-sets?per_page=100')).body.data.find((list) => list.name === name);

beforeAll(async () => {
  browser = await launch();
  admin = await Api.signIn('admin@symbio.test');
  project = await admin.createProject(`Records ${Date.now()}`);
  const boundary = { geometry: { type: 'Polygon', coordinates: [RING] } };
  const { status } = await admin.put<One<object>>(`/api/public/projects/${project.id}/boundary`, boundary);
  expect(status).toBe(200);
  ({ page, context, problems } = await openPage(browser));
  await enter(page, 'admin@symbio.test');
});

afterAll(async () => {
  // searches of other tests must not find it
  const list = await ownList();
  if (list) await admin.delete(`/api/public/data-sets/${list.id}`);
  await leave(context);
  await browser.close();
});

it('a list is loaded, its records are found around the property, and the file of one is requested', async () => {
  await pictured({ page, problems }, 'records', async () => {
    await page.goto('/settings/agency-lists');
    await page.getByRole('button', { name: 'Add list' }).click();
    const upload = page.getByRole('dialog', { name: 'Add list' });
    await upload.locator('input[type=file]').setInputFiles({
      ...{ name: 'tanks.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) },
    });
    await upload.getByRole('textbox', { name: 'Name' }).fill(name);
    await upload.getByRole('button', { name: 'Add list' }).click();
    const row = page.getByRole('row', { name: new RegExp(name) });
    await row.getByRole('button', { name: 'Name columns' }).click();
    const columns = page.getByRole('dialog', { name: `Columns of ${name}` });
    await columns.getByText('NORTH STATION').waitFor();
    await columns.getByRole('combobox', { name: 'Name', exact: true }).selectOption('Caption');
    await columns.getByRole('combobox', { name: /^Lists of its records/ }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Leaking storage tanks' }).click();
    await page.keyboard.press('Escape');
    await columns.getByRole('button', { name: 'Import' }).click();
    await row.getByText('1 refused').waitFor();
    await eventually(async () => expect((await ownList())?.versions[0]?.state).toBe('ready'));

    await page.goto(`/projects/${project.id}/insights`);
    await page.getByRole('button', { name: 'Records' }).click();
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const results = page.getByRole('table', { name: 'Results by list' });
    await results.getByRole('row', { name: /^Leaking storage tanks 0.5 miles/ }).waitFor();
    await results.getByRole('button', { name: 'Leaking storage tanks' }).click();
    const records = page.getByRole('table', { name: 'Records' });
    const names = () => records.getByRole('button').allTextContents();
    await eventually(async () =>
      expect((await names()).filter((each) => /PROPERTY|STATION|FAR/.test(each))).toEqual([
        'ON THE PROPERTY',
        'NORTH STATION',
      ]),
    );
    await records.getByRole('button', { name: 'NORTH STATION' }).click();
    const drawer = page.getByRole('dialog', { name: 'Record' });
    await drawer.getByText(/ft N$/).waitFor();
    await drawer.getByText(`${name}, row 2`).waitFor();

    await drawer.getByRole('button', { name: 'Request the file' }).click();
    const request = page.getByRole('dialog', { name: 'New request' });
    await request.getByRole('combobox', { name: /^Agency/ }).fill('State archive');
    await request.getByLabel('Sent on').fill('2026-11-02');
    await request.getByRole('button', { name: 'Save' }).click();
    await drawer.getByRole('link', { name: 'State archive' }).click();
    await page.getByRole('button', { name: 'State archive' }).click();
    await page
      .getByRole('dialog', { name: 'Request', exact: true })
      .getByText(/- LUST .*: NORTH STATION/)
      .waitFor();
  });
});
