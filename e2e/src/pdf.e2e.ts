import { jest } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { makeTextPdf } from '@symbio/fixtures/text-pdf';
import { seriousProblems } from '@symbio/tools/lab/screens/accessibility';
import { Api, eventually, type Document, type Project } from './api-client.js';
import { enter, launch, leave, openPage, pictured } from './browser.js';
import { corpusFile, hasCorpus } from './corpus.js';
import { TEST_MS } from './timeouts.js';

jest.setTimeout(TEST_MS);

const REPORT_PAGES = 60;
const LONG_PAGES = 1000;
/** The library keeps ten rendered pages and the visible ones; thumbnails have their own canvases. */
const MOST_CANVASES = 14;

let browser: Browser;
let staff: Api;
let project: Project;
let report: Document;
let long: Document;
let context: BrowserContext;
let page: Page;
let problems: string[];

const reportOf = (chapters: number): Promise<Buffer> =>
  makeTextPdf({
    title: 'Phase I report',
    subtitle: '1200 Harlan Street',
    sections: Array.from({ length: chapters }, (_, index) => ({
      heading: `Chapter ${index + 1}`,
      items: [
        ...Array.from({ length: 10 }, (_, part) =>
          Array.from(
            { length: 62 },
            (_, word) => ['rail', 'yard', 'street', 'wharf', 'mill'][(index + part + word) % 5],
          ).join(' '),
        ),
        index % 20 === 19
          ? `A gas holder stood here until ${1900 + index}. Gas mains ran below the street: https://example.com/mains.`
          : 'Nothing of note was seen on this parcel, neither in directories nor on maps.',
      ],
    })),
  });

const longReportOf = (pages: number): Promise<Buffer> =>
  makeTextPdf({
    title: 'All parcels',
    subtitle: '1200 Harlan Street',
    sections: Array.from({ length: pages }, (_, index) => ({
      heading: `Parcel ${index + 1}`,
      items: Array.from({ length: 29 }, (__, line) => `Line-${line + 1}-of-parcel-${index + 1}`),
    })),
  });

beforeAll(async () => {
  browser = await launch();
  staff = await Api.signIn('staff@symbio.test');
  project = await staff.createProject(`Reports to be read ${Date.now()}`);
  report = await staff.uploadOne(project.id, 'report.pdf', await reportOf(REPORT_PAGES), 'phase_1_esa');
  long = await staff.uploadOne(project.id, 'long report.pdf', await longReportOf(LONG_PAGES), 'phase_1_esa');
  ({ page, context, problems } = await openPage(browser));
  await enter(page, 'staff@symbio.test');
});

afterAll(async () => {
  await leave(context);
  await browser.close();
});

const viewer = (at = page) => at.getByTestId('pdf-viewer');
const field = () => page.getByRole('textbox', { name: /^Page, of/ });
const hits = () => page.getByTestId('pdf-hits');
const open = async (document: Document, query = '', at = page): Promise<void> => {
  await at.goto(`/projects/${project.id}/documents/${document.id}${query}`);
  await viewer(at).locator('.page canvas').first().waitFor();
};
const percent = async (): Promise<number> => Number.parseInt(await page.getByTestId('pdf-zoom').innerText(), 10);
const shownPage = async (): Promise<number> => Number(await field().inputValue());
const expectPage = (number: number): Promise<void> => eventually(async () => expect(await shownPage()).toBe(number));
/** Whether a page has ink: a blank one was not rendered. */
const hasInk = (number: number): Promise<boolean> =>
  page.evaluate<boolean>(`(() => {
    const canvas = document.querySelector('[data-page-number="${number}"] canvas');
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    for (let at = 0; at < pixels.length; at += 4) if (pixels[at] < 128) return true;
    return false;
  })()`);

describe('a report', () => {
  it('is read by scrolling and keys, and its address follows (VIEW-03, VIEW-04, VIEW-06, NAV-25)', async () => {
    await pictured({ page, problems }, 'pdf-scroll', async () => {
      await open(report);
      const pages = await eventually(async () => {
        const count = Number.parseInt((await page.getByTestId('pdf-pages').innerText()).replace('of ', ''), 10);
        expect(count).toBeGreaterThanOrEqual(REPORT_PAGES);
        return count;
      });
      await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Data Collection').waitFor();
      await eventually(async () => expect(await hasInk(1)).toBe(true));
      await viewer().click({ position: { x: 30, y: 300 } });
      await page.keyboard.press('End');
      await expectPage(pages);
      await eventually(async () => expect(await hasInk(pages)).toBe(true));
      await page.waitForURL(`**page=${pages}`);
      await page.keyboard.press('Home');
      await expectPage(1);
      for (let press = 0; press < 4; press++) await page.keyboard.press('PageDown');
      await eventually(async () => expect(await shownPage()).toBeGreaterThan(1));
      await field().fill('17');
      await field().press('Enter');
      await expectPage(17);
      const text = viewer().locator('[data-page-number="17"] .textLayer span').first();
      await eventually(async () => {
        await text.dblclick();
        expect(await page.evaluate<string>('getSelection().toString().trim()')).not.toBe('');
      });
    });
  });

  it('is found in: hits are counted, marked and gone through; links in it are safe', async () => {
    await pictured({ page, problems }, 'pdf-find', async () => {
      await open(report);
      await page.keyboard.press('Control+f');
      await page.getByRole('textbox', { name: 'Find in the document' }).pressSequentially('gas');
      await hits().filter({ hasText: '1 of 6' }).waitFor();
      const first = await shownPage();
      await viewer().locator('.highlight.selected').first().waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await hits().filter({ hasText: '3 of 6' }).waitFor();
      await eventually(async () => expect(await shownPage()).toBeGreaterThan(first));
      const link = viewer().locator('a[href^="https://example.com/mains"]').first();
      await link.waitFor({ state: 'attached' });
      expect(await link.getAttribute('rel')).toContain('noopener');
      expect(await link.getAttribute('target')).toBe('_blank');
      await page.getByRole('button', { name: 'Match case' }).click();
      await hits().filter({ hasText: 'of 3' }).waitFor();
      await page.getByRole('textbox', { name: 'Find in the document' }).fill('gast');
      await hits().filter({ hasText: 'Not found' }).waitFor();
      await page.keyboard.press('Escape');
      await eventually(async () => expect(await viewer().locator('.highlight').count()).toBe(0));
    });
  });

  it('is found by its words from any screen, and opens at the match; Enter goes to the next, Shift+Enter back', async () => {
    await pictured({ page, problems }, 'pdf-search', async () => {
      await page.goto(`/projects/${project.id}/insights`);
      await page.getByRole('heading', { name: 'Insight Generation' }).waitFor();
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: 'Search' });
      await palette.getByRole('searchbox').pressSequentially('report');
      await palette.getByRole('list', { name: 'Documents' }).getByRole('link', { name: 'long report' }).waitFor();
      await palette.getByRole('searchbox').fill('gas holder');
      // indexed automatically after the upload
      await palette.locator('mark', { hasText: 'holder' }).first().waitFor();
      // other projects may have these words too
      const ofReport = palette.getByTestId(/^page-hit-/).and(palette.locator(`[href*="${report.id}"]`));
      await eventually(async () => expect(await ofReport.count()).toBe(3));
      await page.keyboard.press('Enter');
      await palette.waitFor({ state: 'hidden' });
      await page.waitForURL(({ pathname }) => pathname === `/projects/${project.id}/documents/${report.id}`);
      expect(new URL(page.url()).searchParams.get('q')).toBe('gas holder');
      await viewer().locator('.highlight.selected').first().waitFor();
      await page.goto(`/projects/${project.id}/documents/${report.id}?page=30&q=gas+holder`);
      await hits().filter({ hasText: '2 of 3' }).waitFor();
      await eventually(async () => expect(await shownPage()).toBeGreaterThanOrEqual(30));
      const find = page.getByRole('textbox', { name: 'Find in the document' });
      await find.press('Enter');
      await hits().filter({ hasText: '3 of 3' }).waitFor();
      await find.press('Shift+Enter');
      await page.getByRole('button', { name: /^Previous hit/ }).click();
      await hits().filter({ hasText: '1 of 3' }).waitFor();
    });
  });

  it('is zoomed by buttons, keys and Ctrl with the wheel, fitted, and turned (CONST-12)', async () => {
    await pictured({ page, problems }, 'pdf-zoom', async () => {
      await open(report);
      const before = await percent();
      await page.getByRole('button', { name: 'Zoom In' }).click();
      await eventually(async () => expect(await percent()).toBeGreaterThan(before));
      await page.getByRole('button', { name: 'Fit to Page' }).click();
      await eventually(async () => expect(await percent()).toBeLessThan(before));
      await page.getByRole('button', { name: 'Fit to Width' }).click();
      const wide = await eventually(async () => {
        const now = await percent();
        expect(now).toBeGreaterThanOrEqual(before);
        return now;
      });
      await viewer().hover();
      await page.keyboard.down('Control');
      for (let turn = 0; turn < 30; turn++) await page.mouse.wheel(0, -200);
      await page.keyboard.up('Control');
      await eventually(async () => expect(await percent()).toBe(500));
      await page.keyboard.press('w');
      await eventually(async () => expect(await percent()).toBe(wide));
      await page.keyboard.press('r');
      await eventually(async () => {
        const box = await viewer().locator('[data-page-number="1"]').boundingBox();
        expect(box && box.width > box.height).toBe(true);
      });
      await eventually(async () => expect(await hasInk(1)).toBe(true));
      await page.keyboard.press('Shift+R');
    });
  });

  it('has thumbnails, metadata, and nothing that axe finds serious, in the light and in the dark (VIEW-05)', async () => {
    await pictured({ page, problems }, 'pdf-panels', async () => {
      await open(report);
      const thumbnails = page.getByRole('list', { name: 'Page thumbnails' });
      await thumbnails.getByRole('button', { name: 'Page 4', exact: true }).click();
      await expectPage(4);
      expect(await thumbnails.locator('canvas').count()).toBeLessThan(20);
      await page.keyboard.press('Control+f');
      expect(await seriousProblems(page, 'report, light')).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.getByRole('button', { name: 'Switch to light theme' }).waitFor();
      expect(await seriousProblems(page, 'report, dark')).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.getByRole('tab', { name: 'Metadata' }).click();
      await page.getByText('report.pdf', { exact: true }).waitFor();
      await page.getByRole('tab', { name: 'PDF Viewer' }).click();
      await expectPage(4);
    });
  });

  it('is read on a phone', async () => {
    const phone = await openPage(browser, { width: 390, height: 844 });
    await pictured(phone, 'pdf-phone', async () => {
      await enter(phone.page, 'staff@symbio.test');
      await open(report, '?page=3', phone.page);
      await eventually(async () => {
        const box = await viewer(phone.page).locator('[data-page-number="3"]').boundingBox();
        expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
        expect(await phone.page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
      });
      await phone.page.getByRole('button', { name: 'Page thumbnails' }).click();
      await phone.page.getByRole('button', { name: 'Page 2', exact: true }).click();
      await phone.page.waitForURL('**page=2');
    });
    await leave(phone.context);
  });
});

describe('a report of a thousand pages', () => {
  it('is fetched in pieces, keeps few pages rendered, and continues when its URL has expired (CONST-03)', async () => {
    await pictured({ page, problems }, 'pdf-long', async () => {
      const pieces: string[] = [];
      // the signature expires during reading: one piece is rejected
      const REFUSED = 3;
      await page.route('**/files/b/**', (route) => {
        pieces.push(route.request().headers().range ?? 'everything');
        return pieces.length === REFUSED
          ? route.fulfill({ status: 403, json: { error: 'This link has expired.' } })
          : route.continue();
      });
      await open(long);
      for (const number of [100, 300, 500, 700, 900, LONG_PAGES]) {
        await field().fill(String(number));
        await field().press('Enter');
        await eventually(async () => expect(await hasInk(number)).toBe(true));
      }
      await page.unroute('**/files/b/**');
      expect(pieces.every((range) => range.startsWith('bytes='))).toBe(true);
      // the rejected piece was requested again with a new URL
      expect(pieces.lastIndexOf(pieces[REFUSED - 1] ?? '')).toBeGreaterThan(REFUSED - 1);
      await eventually(async () =>
        expect(await viewer().locator('.page canvas').count()).toBeLessThanOrEqual(MOST_CANVASES),
      );
      expect(problems).toEqual([]);
    });
  });
});

describe('PDFs that are broken or made to do harm', () => {
  const names = [
    'empty_protected.pdf',
    'GHOSTSCRIPT-698804-1-fuzzed.pdf',
    'operator_list_cycle.pdf',
    'bomb_giant.pdf',
    'helloworld-bad.pdf',
  ];

  (hasCorpus('pdf') ? it : it.skip).each(names)(
    '%s gets its sentence or its pages, and the page goes on living (VIEW-24)',
    async (name) => {
      const pdf = corpusFile(`pdf/${name}`);
      await pictured({ page, problems }, `pdf-${name}`, async () => {
        const document = await staff.uploadOne(project.id, name, pdf, 'phase_1_esa');
        await page.goto(`/projects/${project.id}/documents/${document.id}`);
        await page.getByText('Error Loading PDF').or(page.getByTestId('pdf-pages')).first().waitFor();
        if (name === 'empty_protected.pdf' && (await page.getByText('Error Loading PDF').isVisible()))
          await page.getByText(/It is protected by a password/).waitFor();
        await page.getByRole('tab', { name: 'Metadata' }).click();
        await page.getByText(name, { exact: true }).first().waitFor();
      });
    },
  );
});
