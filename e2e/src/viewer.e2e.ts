import { jest } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { makeTestSheetPdf } from '@symbio/tools/demo/map-set';
import { Api, LOCAL_PASSWORD, eventually, type Document, type Many, type Project } from './api-client.js';
import { launch, openPage, pictured, signIn } from './browser.js';

jest.setTimeout(180_000);

const STEP_MS = 30_000;

interface Mark {
  id: string;
  coordinates: { centerX: number; centerY: number; radiusX: number };
}

let browser: Browser;
let staff: Api;
let project: Project;
let sheet: Document;
let context: BrowserContext;
let page: Page;
let problems: string[];

beforeAll(async () => {
  browser = await launch();
  staff = await Api.signIn('staff@symbio.test');
  project = await staff.createProject(`Sheets under the hand ${Date.now()}`);
  const { pdf } = await makeTestSheetPdf({ sheets: 2 });
  sheet = await staff.process(await staff.uploadOne(project.id, 'sheets.pdf', pdf, 'sanborn_maps'), project.id);
  ({ page, context, problems } = await openPage(browser));
  page.setDefaultTimeout(STEP_MS);
  await signIn(page, 'staff@symbio.test', LOCAL_PASSWORD);
  await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
});

afterAll(async () => {
  await context.close();
  await browser.close();
});

const openSheet = async (): Promise<void> => {
  await page.goto(`/projects/${project.id}/documents/${sheet.id}`);
  await page.getByTestId('zoom-percentage').filter({ hasText: '%' }).waitFor();
  await page.getByText('Loading image...').waitFor({ state: 'hidden' });
};
const percentage = async (): Promise<number> =>
  Number.parseInt(await page.getByTestId('zoom-percentage').innerText(), 10);
const marks = async (): Promise<Mark[]> =>
  (await staff.get<Many<Mark>>(`/api/public/annotations?document_id=${sheet.id}`)).body.data;
const middle = async (): Promise<{ x: number; y: number }> => {
  const box = await page.getByTestId('viewer-canvas').boundingBox();
  if (!box) throw new Error('no canvas');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
const drag = async (
  from: { x: number; y: number },
  by: { x: number; y: number },
  button: 'left' | 'middle' = 'left',
) => {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button });
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 8 });
  await page.mouse.up({ button });
};
/** Middle of an annotation on the screen. */
const placeOf = async (id: string): Promise<{ x: number; y: number }> =>
  eventually(async () => {
    const box = await page.getByTestId(`annotation-${id}`).boundingBox();
    if (!box) throw new Error('the annotation is not on the screen');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });

describe('a sheet', () => {
  it('zooms by toolbar and wheel within 10 and 500 percent, and fits to width and page (VIEW-26, VIEW-27, VIEW-28, CONST-12)', async () => {
    await pictured({ page, problems }, 'zoom', async () => {
      await openSheet();
      const fitted = await percentage();
      await page.getByRole('button', { name: 'Zoom In' }).click();
      await eventually(async () => expect(await percentage()).toBeGreaterThan(fitted));
      await page.getByRole('button', { name: 'Zoom Out' }).click();
      await page.getByRole('button', { name: 'Fit to Width' }).click();
      await eventually(async () => expect(await percentage()).toBeGreaterThan(fitted));
      const { x, y } = await middle();
      await page.mouse.move(x, y);
      for (let turn = 0; turn < 60; turn++) await page.mouse.wheel(0, -400);
      await eventually(async () => expect(await percentage()).toBe(500));
      await page.getByRole('button', { name: 'Fit to Page' }).click();
      await eventually(async () => expect(await percentage()).toBe(fitted));
    });
  });

  it('pans by Space or the middle button, and draws nothing while it does (VIEW-29)', async () => {
    await pictured({ page, problems }, 'pan', async () => {
      await openSheet();
      const annotation = await staff.post<{ data: Mark }>('/api/public/annotations', {
        document_id: sheet.id,
        document_page_id: (await staff.get<Many<{ id: string }>>(`/api/documents/${sheet.id}/pages`)).body.data[0]?.id,
        annotation_type: 'ellipse',
        coordinates: { centerX: 400, centerY: 400, radiusX: 60, radiusY: 60, theta: 0 },
      });
      // somebody else's mark arrives without a reload
      const before = await placeOf(annotation.body.data.id);
      const { x, y } = await middle();
      await page.mouse.move(x, y);
      await page.keyboard.down('Space');
      await drag({ x, y }, { x: 60, y: 40 });
      await page.keyboard.up('Space');
      await eventually(async () => expect((await placeOf(annotation.body.data.id)).x).toBeGreaterThan(before.x + 20));
      const panned = await placeOf(annotation.body.data.id);
      await drag({ x, y }, { x: -50, y: 0 }, 'middle');
      await eventually(async () => expect((await placeOf(annotation.body.data.id)).x).toBeLessThan(panned.x - 20));
      expect(await marks()).toHaveLength(1);
    });
  });

  it('takes an ellipse by dragging; it is moved, and deleted by its red x; a click or Escape draws none (ANN-01 to ANN-08)', async () => {
    await pictured({ page, problems }, 'ellipse', async () => {
      await openSheet();
      const known = new Set((await marks()).map(({ id }) => id));
      const { x, y } = await middle();
      await page.mouse.click(x + 40, y + 120);
      await page.mouse.move(x + 40, y + 120);
      await page.mouse.down();
      await page.mouse.move(x + 90, y + 160, { steps: 4 });
      await page.keyboard.press('Escape');
      await page.mouse.up();
      await drag({ x: x + 40, y: y + 80 }, { x: 40, y: 30 });
      const drawn = await eventually(async () => {
        const fresh = (await marks()).filter(({ id }) => !known.has(id));
        expect(fresh).toHaveLength(1);
        return fresh[0] as Mark;
      });
      expect(drawn.coordinates.radiusX).toBeGreaterThan(5);
      await drag(await placeOf(drawn.id), { x: 60, y: -40 });
      await eventually(async () => {
        const moved = (await marks()).find(({ id }) => id === drawn.id);
        expect(moved?.coordinates.centerX).toBeGreaterThan(drawn.coordinates.centerX + 20);
        expect(moved?.coordinates.radiusX).toBeCloseTo(drawn.coordinates.radiusX, 3);
      });
      await page.getByTestId('annotation-delete').click();
      await eventually(async () => expect((await marks()).map(({ id }) => id)).not.toContain(drawn.id));
    });
  });

  it('has its pages by year in a list whose first is open, and its PDF a button away (VIEW-08, VIEW-09, VIEW-14, VIEW-23)', async () => {
    await pictured({ page, problems }, 'pages', async () => {
      await openSheet();
      await page.getByTestId('page-item-1').getByText('Year 1896').waitFor();
      await page.getByTestId('page-item-2').getByText('Year 1887').waitFor();
      await page.getByRole('button', { name: 'PDF Viewer' }).click();
      await page.getByTestId('pdf-viewer').locator('canvas').first().waitFor();
    });
  });
});

describe('routes of a project (NAV-04 to NAV-09)', () => {
  it.each([
    ['', 'setup', /Sheets under the hand/],
    ['/setup', 'setup', /Sheets under the hand/],
    ['/data-collection', 'data-collection', 'Data Collection'],
    ['/site-reconnaissance', 'site-reconnaissance', 'Site Reconnaissance'],
    ['/insights', 'insights', 'Insight Generation'],
  ])('"%s" shows %s under its breadcrumbs (NAV-24)', async (path, stage, heading) => {
    await page.goto(`/projects/${project.id}${path}`);
    await page.waitForURL(`**/projects/${project.id}/${stage}`);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page
      .getByRole('navigation', { name: /breadcrumb/i })
      .getByText('Projects')
      .waitFor();
  });

  it('the header tells the version on its shortcut (NAV-20, NAV-21, CONST-24)', async () => {
    await page.goto('/');
    await page
      .getByRole('button', { name: /0\.2\.0/ })
      .or(page.getByRole('link', { name: /0\.2\.0/ }))
      .first()
      .hover();
    await page.getByRole('tooltip').filter({ hasText: '0.2.0' }).waitFor();
  });

  it('nothing went wrong on any of these pages', () => {
    expect(problems).toEqual([]);
  });
});
