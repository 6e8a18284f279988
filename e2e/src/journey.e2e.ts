import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { makeTestSheetPdf } from '@symbio/fixtures/map-set';
import { jpegImage, pdfBuffer } from '@symbio/fixtures/pdf-writer';
import { seriousProblemsIn } from '@symbio/tools/lab/screens/accessibility';
import { Api, eventually, LOCAL_PASSWORD, type Document, type Many } from './api-client.js';
import { enter, launch, leave, middleAtRest, openPage, pictured, placeAtRest, signIn } from './browser.js';
import { corpusFile, hasCorpus } from './corpus.js';
import { READING_MS, TEST_MS } from './timeouts.js';

jest.setTimeout(TEST_MS);

const run = Date.now();

const folder = mkdtempSync(join(tmpdir(), 'symbio-journey-'));
afterAll(() => rmSync(folder, { recursive: true }));

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

interface Journey {
  name: string;
  file: () => Promise<Buffer>;
  isPresent: boolean;
}

const journeys: Journey[] = [
  {
    name: 'a generated fire insurance sheet',
    file: async () => (await makeTestSheetPdf()).pdf,
    isPresent: true,
  },
  {
    name: 'a real Sanborn sheet of Manhattan, 1896',
    file: () => Promise.resolve(corpusFile('maps/sanborn-manhattan-1896.pdf')),
    isPresent: hasCorpus('maps'),
  },
];

/** Labels of required fields have a star. */
const required = (label: string): RegExp => new RegExp(`^${label}\\s*\\*?$`);

async function createProject(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Create Project' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create New Project' });
  const fields: Record<string, string> = {
    Title: title,
    'Due date': '2027-03-31',
    'Property address': '401 East 21st Street',
    'Property city': 'New York',
    State: 'NY',
    'ZIP code': '10010',
    'Client company': 'Gashouse District Partners',
  };
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(required(label)).fill(value);
  await dialog.getByRole('button', { name: 'Create', exact: false }).click();
  await dialog.waitFor({ state: 'hidden' });
}

async function drawEllipse(page: Page, x: number, y: number): Promise<void> {
  const box = await placeAtRest(page.getByTestId('viewer-canvas'));
  await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * x + 30, box.y + box.height * y + 24, { steps: 8 });
  await page.mouse.up();
}

describe.each(journeys)('the main job with $name', ({ name, file, isPresent }) => {
  (isPresent ? it : it.skip)(
    'from signing in to a mention with its history under Insights (AUTH-05, PROJ-23, DOC-18 to DOC-24, VIEW-14, ANN-01, FEAT-01 to FEAT-22)',
    async () => {
      const path = join(folder, 'sanborn sheets 1896.pdf');
      writeFileSync(path, await file());

      const { page, problems, context } = await openPage(browser);
      await pictured({ page, problems }, name, () => mainJob(page, `Journey with ${name} ${run}`, path));
      expect(problems).toEqual([]);
      await leave(context);
    },
  );
});

async function mainJob(page: Page, title: string, path: string): Promise<void> {
  await signIn(page, 'staff@symbio.test', LOCAL_PASSWORD);
  await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();

  await createProject(page, title);
  await page.waitForURL(/\/projects\/[^/]+\/setup$/);
  await page.getByRole('heading', { name: title }).waitFor();

  await page.getByRole('link', { name: /Data Collection/ }).click();
  await page.getByLabel('Choose documents').setInputFiles(path);
  await page.getByText('Classification complete').waitFor();
  await page
    .getByText(/Sanborn Maps.*%/)
    .first()
    .waitFor();

  await page.getByRole('table', { name: 'Documents' }).getByText('sanborn sheets 1896').click();
  await page.waitForURL(/\/documents\//);
  // a map is processed by itself (D-70)
  await page.getByTestId('page-item-1').waitFor();
  await page.getByTestId('zoom-percentage').filter({ hasText: '%' }).waitFor();
  await page.getByText('Loading image...').waitFor({ state: 'hidden' });

  await drawEllipse(page, 0.5, 0.5);
  const ellipse = page.locator('[data-testid^="annotation-"][data-author-type="human"]').first();
  await ellipse.waitFor({ state: 'attached' });
  const drawn = await middleAtRest(ellipse);
  await page.mouse.dblclick(drawn.x, drawn.y);
  const dialog = page.getByRole('dialog', { name: 'Associate with Feature' });
  await dialog.waitFor();
  // filled from the property's ZIP code
  await dialog.getByText('From the property’s ZIP code').waitFor();
  for (const field of ['Latitude', 'Longitude']) await dialog.getByLabel(required(field)).fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  for (const sentence of [
    'Feature name is required',
    'Latitude is required',
    'Longitude is required',
    'Land use selection is required',
  ])
    await dialog.getByText(sentence).waitFor();
  await dialog.getByLabel(required('Feature Name')).fill('East River Gas Works');
  await dialog.getByLabel(required('Latitude')).fill('40.7359');
  await dialog.getByLabel(required('Longitude')).fill('-73.9757');
  await dialog.getByLabel(required('Land Use')).selectOption('gas_holder_site');
  await dialog.getByLabel('Use Type').selectOption('confirmed');
  await dialog.getByLabel('Narrative').fill('Two gas holders north of 21st Street.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Annotation has been successfully associated with a feature.').waitFor();

  await page.getByRole('link', { name: /Insights/ }).click();
  await page.getByRole('row').filter({ hasText: 'East River Gas Works' }).click();
  const excerpts = page.getByRole('region', { name: 'Excerpts by year' });
  await excerpts.getByText('Two gas holders north of 21st Street.').waitFor();
  await page.getByRole('button', { name: /^History/ }).click();
  const history = page.getByRole('row').filter({ hasText: 'Two gas holders north of 21st Street.' });
  await history.getByText('10/10').waitFor();
  await history.getByText('active', { exact: true }).waitFor();
  await history.getByText('confirmed').waitFor();
}

/** A unique sheet too large for one part: decoders ignore bytes after the end of a JPEG. */
async function largeSheet(): Promise<Buffer> {
  const size = 600;
  const jpeg = await sharp({ create: { width: size, height: size, channels: 3, background: 'white' } })
    .jpeg()
    .toBuffer();
  const data = Buffer.concat([jpeg, randomBytes(12 * 1024 * 1024)]);
  return pdfBuffer(async (writer) => void (await writer.addImagePage(jpegImage(data, size, size), { dpi: 100 })));
}

describe('Data Collection', () => {
  it('asks about duplicate files, resumes interrupted uploads, processes maps by itself, and sets the category in bulk (DOC-01, DOC-04, DOC-11, DOC-18 to DOC-26)', async () => {
    const staff = await Api.signIn('staff@symbio.test');
    const project = await staff.createProject(`Data Collection that leads on ${run}`);
    const { pdf: sheet } = await makeTestSheetPdf({ width: 400 });
    const fileOf = (name: string, bytes: Uint8Array): string => {
      const path = join(folder, name);
      writeFileSync(path, bytes);
      return path;
    };
    const first = fileOf('sheet 1.pdf', sheet);
    const again = fileOf('the same sheet.pdf', sheet);
    const large = fileOf('large sheet.pdf', await largeSheet());

    const { page, problems, context } = await openPage(browser, { width: 1280, height: 800 });
    await pictured({ page, problems }, 'data collection', async () => {
      await signIn(page, 'staff@symbio.test', LOCAL_PASSWORD);
      await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
      await page.goto(`/projects/${project.id}/data-collection`);
      await page.getByText('Drop files here, or choose files').waitFor();
      await page.getByLabel('Category of the next files').selectOption('sanborn_maps');
      await page.getByLabel('Choose documents').setInputFiles(first);
      const finished = page.getByRole('list', { name: 'Finished uploads' }).getByTestId('upload-item');
      await finished.filter({ hasText: 'Sanborn Maps, as you chose' }).waitFor();

      await page.getByLabel('Choose documents').setInputFiles(again);
      const asked = page.getByTestId('upload-item').filter({ hasText: 'Already uploaded' });
      await asked.getByRole('link', { name: 'sheet 1' }).waitFor();
      await asked.getByRole('button', { name: 'Skip' }).click();
      await finished.filter({ hasText: 'Not uploaded again' }).waitFor();
      await page.getByRole('button', { name: 'Clear All' }).click();

      // the connection breaks after the first part, and the page is closed before it returns
      const offsets: number[] = [];
      let isBroken = true;
      await page.route(/\/api\/document-uploads\/[^/]+\?.*offset=/, async (route) => {
        const offset = Number(new URL(route.request().url()).searchParams.get('offset'));
        if (isBroken && offset > 0) return route.abort('connectionreset');
        offsets.push(offset);
        return route.continue();
      });
      await page.getByLabel('Choose documents').setInputFiles(large);
      await page.getByTestId('upload-item').filter({ hasText: 'Upload failed. Please try again.' }).waitFor();
      await page.getByTestId('uploads-indicator').filter({ hasText: '1 upload failed' }).waitFor();
      await page.reload();
      await page.getByTestId('interrupted-upload').filter({ hasText: 'large sheet.pdf stopped at' }).waitFor();
      isBroken = false;
      await page.getByLabel('Choose documents').setInputFiles(large);
      await finished.filter({ hasText: 'large sheet.pdf' }).filter({ hasText: 'as you chose' }).waitFor();
      expect([offsets[0], offsets.filter((offset) => offset === 0)]).toEqual([0, [0]]);
      expect(offsets.length).toBeGreaterThan(1);

      // documents first; their maps are processed without a press
      const table = page.getByRole('table', { name: 'Documents' });
      await page.getByRole('button', { name: 'Clear All' }).click();
      expect((await placeAtRest(table)).y).toBeLessThan(440);
      const both = ['sheet 1', 'large sheet'];
      const rowOf = (name: string) => table.getByRole('row').filter({ hasText: name });
      const heights = () => Promise.all(both.map(async (name) => (await placeAtRest(rowOf(name))).height));
      const early = await heights();
      for (const name of both) await rowOf(name).getByRole('link', { name: 'Open', exact: true }).waitFor();
      for (const name of both)
        await eventually(async () => {
          const { body } = await staff.get<Many<Document>>(`/api/documents?project_id=${project.id}`);
          const read = body.data.filter((document) => document.processing_status === 'analysis_complete');
          expect(read.map(({ title }) => title)).toContain(name);
        }, READING_MS);
      for (const name of both) await rowOf(name).getByText('Analysis complete').waitFor();
      // rows do not move, whatever is done with a document: presses hit their target
      expect(await heights()).toEqual(early);
      await page.route('**/api/documents?*', async (route) => {
        const response = await route.fetch();
        const { data, ...list } = (await response.json()) as Many<Document>;
        const progress = { done: 1, total: 2, message: '2 sheets ready, reading text: page 1 of 2' };
        const active_job = { id: project.id, status: 'processing', progress };
        const busy = data.map((document) => ({ ...document, processing_status: 'pages_ready', active_job }));
        await route.fulfill({ response, json: { ...list, data: busy } });
      });
      await page.reload();
      for (const name of both)
        await rowOf(name)
          .getByText(/reading text: page 1 of 2$/)
          .waitFor();
      await rowOf('sheet 1').getByRole('link', { name: 'View job' }).waitFor();
      expect(await heights()).toEqual(early);
      await page.unroute('**/api/documents?*');
      await page.reload();
      for (const name of both) await rowOf(name).getByText('Analysis complete').waitFor();

      const titles = () => table.getByRole('row').locator('td:nth-child(2) a').first().textContent();
      await table.getByRole('button', { name: 'Title' }).click();
      await eventually(async () => expect(await titles()).toBe('large sheet'));
      await table.getByRole('button', { name: 'Title' }).click();
      await eventually(async () => expect(await titles()).toBe('sheet 1'));

      // a bulk change sets both categories in one step, and one undo restores both
      for (const name of both) await table.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
      const bar = page.getByRole('region', { name: 'Selected documents' });
      await bar.getByText('2 selected').waitFor();
      await bar.getByRole('button', { name: 'Category' }).click();
      await page.getByRole('menuitem', { name: 'Deed Documents', exact: true }).click();
      for (const name of both) await rowOf(name).getByRole('cell', { name: 'Deed Documents' }).waitFor();
      await bar.waitFor({ state: 'hidden' });
      await page.keyboard.press('Control+z');
      await page.getByText('Undone: category of 2 documents').waitFor();
      for (const name of both) await rowOf(name).getByRole('cell', { name: 'Sanborn Maps' }).waitFor();

      // deletion is undone by toast, by key, and from the list of deleted items
      const link = table.getByRole('link', { name: 'large sheet', exact: true });
      const remove = async () => {
        await page.getByRole('button', { name: 'Actions for large sheet' }).click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
        // elements behind the modal question have no role
        await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
        await link.waitFor({ state: 'detached' });
      };
      await remove();
      const toast = page.locator('.fui-Toast', { hasText: 'large sheet' });
      await toast.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Undone: deletion of “large sheet”').waitFor();
      await link.waitFor();
      await remove();
      await page.keyboard.press('Control+z');
      await link.waitFor();
      await remove();
      await page.getByRole('button', { name: 'Recently deleted' }).click();
      await page.getByRole('button', { name: 'Restore large sheet' }).click();
      await page.getByText('No deleted documents.').waitFor();
      await page.getByRole('button', { name: 'Recently deleted' }).click();
      await link.waitFor();

      // the project too: deleted on its page and undone, deleted on the dashboard and restored with all content
      const confirm = async () => {
        const question = page.getByRole('alertdialog', { name: 'Delete Project' });
        await question.getByText(`Delete project "${project.title}"? This cannot be undone.`).waitFor();
        await question.getByRole('button', { name: 'Delete', exact: true }).click();
        await question.waitFor({ state: 'hidden' });
      };
      await page.getByRole('link', { name: /Set ?up/i }).click();
      await page.getByRole('button', { name: 'Delete Project' }).click();
      await confirm();
      await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
      const row = page.getByRole('row').filter({ hasText: project.title });
      await row.waitFor({ state: 'detached' });
      await page.keyboard.press('Control+z');
      await row.getByRole('button', { name: `Actions for ${project.title}` }).click();
      await page.getByRole('menuitem', { name: 'Delete Project' }).click();
      await confirm();
      await row.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Recently deleted' }).click();
      await page.getByRole('button', { name: `Restore ${project.title}` }).click();
      await page.getByText('Project restored').waitFor();
      await page.goto(`/projects/${project.id}/data-collection`);
      await link.waitFor();
    });
    expect(problems.filter((problem) => !problem.includes('ERR_CONNECTION_RESET'))).toEqual([]);
    await leave(context);
  });
});

describe('ways in and out', () => {
  it('a deep link asks for sign-in and is reached after it; another session ends at sign-out (AUTH-03, NAV-19, NAV-22)', async () => {
    const { page, problems, context } = await openPage(browser);
    await pictured({ page, problems }, 'deep link to nothing', async () => {
      await page.goto('/projects/01890000-0000-7000-8000-0000000000ff/setup');
      await page.waitForURL(/\/login/);
      await page.getByLabel('Email').fill('customer@symbio.test');
      await page.getByLabel('Password').fill(LOCAL_PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Page not found').waitFor();
      await page.getByText("Sorry, we couldn't find the page you're looking for.").waitFor();
      await page
        .getByRole('button', { name: 'Go to Dashboard' })
        .or(page.getByRole('link', { name: 'Go to Dashboard' }))
        .click();
      await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
      // user and permissions are loaded
      await page.getByRole('button', { name: /Customer|customer@/ }).waitFor();
      expect(await page.getByRole('button', { name: 'Create Project' }).count()).toBe(0);
      await page.reload();
      await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
      await page.getByRole('button', { name: /Customer|customer@/ }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await page.waitForURL(/\/login/);
      await page.goto('/');
      await page.waitForURL(/\/login/);
    });
    await leave(context);
  });

  it('a wrong password says so and keeps the form (AUTH-08)', async () => {
    const { page, problems, context } = await openPage(browser);
    await pictured({ page, problems }, 'wrong password', async () => {
      await signIn(page, 'customer@symbio.test', 'wrong');
      await page.getByText('Invalid email or password').waitFor();
      expect(await page.getByLabel('Email').inputValue()).toBe('customer@symbio.test');
    });
    await leave(context);
  });
});

describe('pages that people look at all day', () => {
  const stages = ['', '/setup', '/data-collection', '/insights', '/site-reconnaissance'];
  const headings: Record<string, string | RegExp> = {
    setup: /Looked at/,
    'data-collection': 'Data Collection',
    insights: 'Insight Generation',
    'site-reconnaissance': 'Site Reconnaissance',
  };

  const looks = [
    { scheme: 'light', width: 1280 },
    { scheme: 'dark', width: 1280 },
  ] as const;

  it('lie at their addresses under breadcrumbs, below the version, and have nothing serious for axe to find in light and in dark (NAV-04 to NAV-09, NAV-20, NAV-21, NAV-24, CONST-24)', async () => {
    const api = await Api.signIn('admin@symbio.test');
    const title = `Looked at ${run}`;
    const { id } = await api.createProject(title);
    const { page, problems, context } = await openPage(browser);
    const found: string[] = [];
    const check = async (where: string): Promise<void> => {
      // the event stream never ends, so the network is never idle; pending queries show an indeterminate bar
      await eventually(async () =>
        expect(await page.locator('[role="progressbar"]:not([aria-valuenow])').count()).toBe(0),
      );
      found.push(...(await seriousProblemsIn(page, where, looks)));
    };
    await pictured({ page, problems }, 'pages', async () => {
      await page.goto('/login');
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      await check('login');
      await enter(page, 'admin@symbio.test');
      await page.goto('/');
      await page.getByRole('row').filter({ hasText: title }).waitFor();
      await check('dashboard');
      const version = page
        .getByRole('button', { name: /0\.3\.0/ })
        .or(page.getByRole('link', { name: /0\.3\.0/ }))
        .first();
      await placeAtRest(version);
      await version.hover();
      await page.getByRole('tooltip').filter({ hasText: '0.3.0' }).waitFor();
      for (const path of stages) {
        const stage = path.slice(1) || 'setup';
        await page.goto(`/projects/${id}${path}`);
        await page.waitForURL(`**/projects/${id}/${stage}`);
        await page.getByRole('heading', { level: 1, name: headings[stage]! }).waitFor();
        await page
          .getByRole('navigation', { name: /breadcrumb/i })
          .getByText('Projects')
          .waitFor();
        await check(stage);
      }
    });
    expect(found).toEqual([]);
    expect(problems).toEqual([]);
    await leave(context);
  });
});
