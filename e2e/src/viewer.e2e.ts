import { jest } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { enter, frames, leave, middleAtRest, openPage, pictured, placeAtRest, type WatchedPage } from './browser.js';
import { eventually, type Many } from './api-client.js';
import { seriousProblems } from '@symbio/tools/lab/screens/accessibility';
import { hideProposals, OpenSheets, RESTING_FRAMES, type Annotation, type Point } from './open-sheets.js';
import { TEST_MS } from './timeouts.js';

jest.setTimeout(TEST_MS);

let sheets: OpenSheets;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  sheets = await OpenSheets.prepare('Sheets under the hand', { moves: true });
  ({ watched, page } = sheets);
});

afterAll(() => sheets.close());

const isAgain = (request: Request): boolean => request.url().includes('/files/again/t/');

const WATCH_MIDDLE = `(() => {
  const seen = (globalThis.middleSeen = { frames: 0, blank: 0 });
  const look = () => {
    const canvas = document.querySelector('[data-testid="viewer-canvas"] canvas');
    const [, , , alpha] = canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data;
    seen.frames += 1;
    seen.blank += Number(alpha === 0);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

describe('a sheet', () => {
  it('zooms by toolbar and wheel within 10 and 500 percent, and fits to width and page (VIEW-26, VIEW-27, VIEW-28, CONST-12)', async () => {
    await pictured(watched, 'zoom', async () => {
      await sheets.open();
      const fitted = await sheets.restingPercentage();
      await page.getByRole('button', { name: 'Zoom In' }).click();
      await eventually(async () => expect(await sheets.percentage()).toBeGreaterThan(fitted));
      await page.getByRole('button', { name: 'Zoom Out' }).click();
      await page.getByRole('button', { name: 'Fit to Width' }).click();
      await eventually(async () => expect(await sheets.percentage()).toBeGreaterThan(fitted));
      const { x, y } = await sheets.middle();
      await page.mouse.move(x, y);
      for (let turn = 0; turn < 60; turn++) await page.mouse.wheel(0, -400);
      await eventually(async () => expect(await sheets.percentage()).toBe(500));
      await page.getByRole('button', { name: 'Fit to Page' }).click();
      await eventually(async () => expect(await sheets.percentage()).toBe(fitted));
    });
  });

  it('pans by Space or the middle button, and draws nothing while it does (VIEW-29)', async () => {
    await pictured(watched, 'pan', async () => {
      await sheets.open();
      const { id } = await sheets.annotate({ centerX: 400, centerY: 400, radiusX: 60, radiusY: 60 });
      const before = await sheets.placeOf(id);
      const { x, y } = await sheets.middle();
      await page.mouse.move(x, y);
      await page.keyboard.down('Space');
      await sheets.drag({ x, y }, { x: 60, y: 40 });
      await page.keyboard.up('Space');
      await eventually(async () => expect((await sheets.placeOf(id)).x).toBeGreaterThan(before.x + 20));
      const panned = await sheets.placeOf(id);
      await sheets.drag({ x, y }, { x: -50, y: 0 }, 'middle');
      await eventually(async () => expect((await sheets.placeOf(id)).x).toBeLessThan(panned.x - 20));
      expect(await sheets.annotations()).toHaveLength(1);
    });
  });

  it('takes an ellipse by dragging; it is moved, and deleted by its red x; a click or Escape draws none (ANN-01 to ANN-08)', async () => {
    await pictured(watched, 'ellipse', async () => {
      await sheets.open();
      const known = new Set((await sheets.annotations()).map(({ id }) => id));
      const { x, y } = await sheets.middle();
      await page.mouse.click(x + 40, y + 120);
      await page.mouse.move(x + 40, y + 120);
      await page.mouse.down();
      await page.mouse.move(x + 90, y + 160, { steps: 4 });
      await page.keyboard.press('Escape');
      await page.mouse.up();
      await sheets.drag({ x: x + 40, y: y + 80 }, { x: 40, y: 30 });
      const drawn = await eventually(async () => {
        const fresh = (await sheets.annotations()).filter(({ id }) => !known.has(id));
        expect(fresh).toHaveLength(1);
        return fresh[0] as Annotation;
      });
      expect(drawn.coordinates.radiusX).toBeGreaterThan(5);
      await sheets.drag(await sheets.placeOf(drawn.id), { x: 60, y: -40 });
      await eventually(async () => {
        const moved = (await sheets.annotations()).find(({ id }) => id === drawn.id);
        expect(moved?.coordinates.centerX).toBeGreaterThan(drawn.coordinates.centerX + 20);
        expect(moved?.coordinates.radiusX).toBeCloseTo(drawn.coordinates.radiusX, 3);
      });
      await page.getByTestId('annotation-delete').click();
      await eventually(async () => expect((await sheets.annotations()).map(({ id }) => id)).not.toContain(drawn.id));
    });
  });

  it('is measured; a click draws the outline under it, and dragged edges keep to its lines (ANN-01, ANN-05)', async () => {
    await pictured(watched, 'snapping', async () => {
      const known = await sheets.annotate();
      await sheets.open();
      const before = new Set((await sheets.annotations()).map(({ id }) => id));
      const shown = await placeAtRest(page.getByTestId(`annotation-${known.id}`));
      const scale = shown.width / (2 * known.coordinates.radiusX);
      const placeOf = (x: number, y: number): Point => ({
        x: shown.x + shown.width / 2 + (x - known.coordinates.centerX) * scale,
        y: shown.y + shown.height / 2 + (y - known.coordinates.centerY) * scale,
      });
      const title = { left: 949, top: 1620, right: 1489, bottom: 1858 };
      await page.keyboard.press('m');
      await sheets.drag(placeOf(title.left, 1200), { x: (title.right - title.left) * scale, y: 0 });
      const panel = page.getByTestId('measuring');
      await panel.getByLabel('Length of this line in feet').fill('270');
      await panel.getByRole('button', { name: 'Set scale' }).click();
      await panel.getByRole('status').filter({ hasText: '270 ft' }).waitFor();
      await page.keyboard.press('m');
      await page.keyboard.press('s');
      const inside = placeOf(1000, 1690);
      await page.mouse.click(inside.x, inside.y);
      const drawn = await eventually(async () => {
        const fresh = (await sheets.annotations()).find(({ id }) => !before.has(id));
        if (!fresh) throw new Error('nothing was drawn');
        return fresh;
      });
      const near = (value: number, wanted: number) => expect(Math.abs(value - wanted)).toBeLessThan(8);
      near(drawn.coordinates.centerX, (title.left + title.right) / 2);
      near(drawn.coordinates.radiusX, (title.right - title.left) / 2);
      await page.keyboard.press('Escape');
      const box = { x: title.left, y: title.top, width: 510, height: title.bottom - title.top };
      const { body } = await sheets.staff.post<{ data: Annotation }>('/api/public/annotations', {
        ...{ document_id: sheets.document.id, document_page_id: known.document_page_id },
        ...{ annotation_type: 'rectangle', content: 'Title', coordinates: box },
      });
      await page
        .getByRole('list', { name: 'Annotations of this sheet' })
        .getByRole('button', { name: /^Title/ })
        .click();
      const right = async (): Promise<number> => {
        const found = (await sheets.annotations()).find(({ id }) => id === body.data.id);
        if (!found) throw new Error('it is not stored');
        const { x, width } = found.coordinates as unknown as typeof box;
        return x + width;
      };
      const edge = () => middleAtRest(page.getByTestId('handle-e').locator('circle'));
      await sheets.drag(await edge(), { x: 4, y: 0 });
      await eventually(async () => expect(await right()).toBeGreaterThan(box.x + box.width));
      near(await right(), title.right);
      await page.keyboard.down('Control');
      await sheets.drag(await edge(), { x: -6, y: 0 });
      await page.keyboard.up('Control');
      await eventually(async () => expect(await right()).toBeLessThan(title.right - 4 / scale));
      await page.keyboard.press('s');
    });
  });

  it('shows a loading state that ends when its picture fails, which is logged, and recovers after the outage (VIEW-31, VIEW-32)', async () => {
    const { page: failing, context } = await openPage(sheets.browser);
    try {
      await enter(failing, 'staff@symbio.test');
      const logged: string[] = [];
      failing.on('console', (message) => logged.push(message.text()));
      let fail: (() => void) | undefined;
      const failed = new Promise<void>((resolve) => (fail = resolve));
      await failing.route('**/files/t/**', async (route) => {
        await failed;
        await route.abort();
      });
      await failing.goto(sheets.address);
      const loading = failing.getByRole('progressbar', { name: 'Loading image...' });
      await loading.waitFor();
      fail?.();
      await loading.waitFor({ state: 'hidden' });
      await eventually(() =>
        Promise.resolve(expect(logged.filter((line) => /tile .* failed to load/i.test(line))).not.toEqual([])),
      );
      expect(await failing.getByRole('alert').count()).toBe(0);
      const bar = failing.getByTestId('tiles-failing');
      await bar.getByText('Some of this sheet could not be loaded. Trying again ...').waitFor();
      const loaded = failing.waitForResponse((response) => response.url().includes('/files/t/') && response.ok());
      await failing.unroute('**/files/t/**');
      await failing.evaluate("dispatchEvent(new Event('online'))");
      await loaded;
      await bar.waitFor({ state: 'hidden' });
    } finally {
      await leave(context);
    }
  });

  it('has its addresses renewed while it stays open: nothing flashes, and the view stays (CONST-03)', async () => {
    // a fake clock affects all pages of a context permanently
    const open = await openPage(sheets.browser, { moves: true, context: {} });
    const renewed = open.page;
    try {
      await pictured(open, 'renewal', async () => {
        await hideProposals(open.context);
        await enter(renewed, 'staff@symbio.test');
        await renewed.clock.install();
        const asked: string[] = [];
        const underWay = new Set<Request>();
        renewed.on('request', (request) => void (isAgain(request) && underWay.add(request)));
        const ended = (request: Request): void => void underWay.delete(request);
        renewed.on('requestfinished', ended);
        renewed.on('requestfailed', ended);
        let reads = 0;
        await renewed.route('**/api/documents/*/pages**', async (route) => {
          const response = await route.fetch();
          reads += 1;
          const text = await response.text();
          await route.fulfill({ response, body: reads === 1 ? text : text.replaceAll('/files/t/', '/files/again/t/') });
        });
        await renewed.route('**/files/again/t/**', (route) => {
          asked.push(route.request().url());
          return route.continue({ url: route.request().url().replace('/again/', '/') });
        });
        await renewed.goto(sheets.address);
        await renewed.getByText('Loading image...').waitFor({ state: 'hidden' });
        await renewed.getByRole('button', { name: 'Fit to Width' }).click();
        const shown = (): Promise<string> => renewed.getByTestId('zoom-percentage').innerText();
        const before = await eventually(async () => {
          const now = await shown();
          await frames(renewed, RESTING_FRAMES);
          expect(await shown()).toBe(now);
          return now;
        });
        await renewed.evaluate(WATCH_MIDDLE);
        await renewed.clock.fastForward('01:10:00');
        await eventually(async () => {
          const so = asked.length;
          await frames(renewed, RESTING_FRAMES);
          expect([so > 0, asked.length, underWay.size]).toEqual([true, so, 0]);
        });
        expect(await shown()).toBe(before);
        await eventually(async () => {
          const seen = await renewed.evaluate<{ frames: number; blank: number }>('globalThis.middleSeen');
          expect(seen.frames).toBeGreaterThan(5);
          expect(seen.blank).toBe(0);
        });
        // tiles that come into view use the renewed URLs only
        const known = asked.length;
        const old: string[] = [];
        renewed.on('request', (request) => {
          if (/\/files\/t\//.test(request.url())) old.push(request.url());
        });
        await renewed.keyboard.press('1');
        await eventually(() => Promise.resolve(expect(asked.length).toBeGreaterThan(known)));
        expect(old).toEqual([]);
      });
    } finally {
      await leave(open.context);
    }
  });

  it('has its pages by year in a list whose first is open, and its PDF a button away (VIEW-08, VIEW-09, VIEW-14, VIEW-23)', async () => {
    await pictured(watched, 'pages', async () => {
      await sheets.open();
      await page.getByTestId('page-item-1').getByText('Year 1896').waitFor();
      await page.getByTestId('page-item-2').getByText('Year 1887').waitFor();
      await page.getByRole('button', { name: 'PDF Viewer' }).click();
      await page.getByTestId('pdf-viewer').locator('canvas').first().waitFor();
    });
  });

  it('is labelled with the year that a person sets; facts of its volume are adopted and undone with one button (VIEW-09, DATA-09)', async () => {
    await pictured(watched, 'title-block', async () => {
      await sheets.open();
      await page.getByRole('button', { name: /^About this sheet/ }).click();
      const about = page.getByRole('region', { name: 'About this sheet' });
      const correct = async (fact: string, value: string): Promise<void> => {
        await about.getByRole('button', { name: `Correct: ${fact}` }).click();
        await about.getByRole('textbox', { name: fact }).fill(value);
        await page.keyboard.press('Enter');
      };
      await correct('Year', '1895');
      await page.getByTestId('page-item-1').getByText('Year 1895').waitFor();
      await correct('City', 'Gasworks Point');
      await about.getByText('Use Gasworks Point for the other sheet of this volume?').waitFor();
      expect(await seriousProblems(page, 'about this sheet')).toEqual([]);
      const cities = async (): Promise<(string | undefined)[]> => {
        const { body } = await sheets.staff.get<Many<{ title_block: { city?: { value: string } } }>>(
          `/api/public/document-pages?document_id=${sheets.document.id}`,
        );
        return body.data.map(({ title_block: block }) => block.city?.value);
      };
      await about.getByRole('button', { name: 'Use for 1 sheet' }).click();
      await about.getByText('Changed on 1 sheet.').waitFor();
      expect((await cities())[1]).toBe('Gasworks Point');
      await about.getByRole('button', { name: 'Undo' }).click();
      await about.getByText('Undone on the other sheets.').waitFor();
      expect((await cities())[1]).not.toBe('Gasworks Point');
      await about.getByRole('button', { name: 'Correct: Year' }).click();
      await about.getByRole('button', { name: 'Reset to the recognized value (1896)' }).click();
      await page.getByTestId('page-item-1').getByText('Year 1896').waitFor();
      await about.getByRole('button', { name: 'Correct: Kind' }).click();
      const kinds = page.getByRole('dialog', { name: 'Kind of pages' });
      await kinds.getByRole('radio', { name: 'Aerial photo' }).check();
      await kinds.getByRole('textbox', { name: 'Pages' }).fill('1-2');
      expect(await seriousProblems(page, 'kind of pages')).toEqual([]);
      await kinds.getByRole('button', { name: 'Save for 2 pages' }).click();
      await page.getByTestId('page-item-2').getByText('Aerial 1887').waitFor();
      await page.getByTestId('page-item-1').getByText('Aerial 1896').waitFor();
      await page.keyboard.press('Control+z');
      await page.getByTestId('page-item-2').getByText('Year 1887').waitFor();
      await page.getByTestId('page-item-1').getByText('Year 1896').waitFor();
    });
  });
});

describe('a sheet on a phone', () => {
  it('supports touch: pan, draw after switching it on, pinch, select by long press, and handles large enough for a finger (ANN-01, ANN-05, VIEW-29)', async () => {
    const phone = await openPage(sheets.browser, {
      width: 390,
      height: 844,
      moves: true,
      context: { hasTouch: true, isMobile: true },
    });
    const touched = phone.page;
    try {
      await pictured(phone, 'phone', async () => {
        // a separate session: two browsers sharing one would invalidate each other's
        await enter(touched, 'staff@symbio.test');
        await hideProposals(phone.context);
        await touched.goto(sheets.address);
        await touched.getByTestId('zoom-percentage').filter({ hasText: '%' }).waitFor();
        const anchor = await sheets.annotate();
        const known = new Set((await sheets.annotations()).map(({ id }) => id));
        const placeOn = async (): Promise<number> =>
          (await placeAtRest(touched.getByTestId(`annotation-${anchor.id}`))).x;
        await placeOn();
        const zoomed = (): Promise<string> => touched.getByTestId('zoom-percentage').innerText();
        await touched.getByRole('button', { name: 'Zoom In' }).tap();
        await touched.getByRole('button', { name: 'Zoom In' }).tap();
        const canvas = await placeAtRest(touched.getByTestId('viewer-canvas'));
        const [x, y] = [canvas.x + canvas.width / 2, canvas.y + canvas.height * 0.3];
        const finger = await phone.context.newCDPSession(touched);
        const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: (Point & { id?: number })[]) =>
          finger.send('Input.dispatchTouchEvent', { type, touchPoints });
        // the start of a gesture is sent without awaits: on a busy machine it would become a long press, which selects
        const swipe = async (by: Point, from = { x, y }): Promise<void> => {
          const at = (step: number) => ({ x: from.x + (by.x * step) / 6, y: from.y + (by.y * step) / 6 });
          await Promise.all([touch('touchStart', at(0)), ...[1, 2, 3, 4].map((step) => touch('touchMove', at(step)))]);
          for (const step of [5, 6]) await touch('touchMove', at(step));
          await touch('touchEnd');
        };
        const before = await placeOn();
        await swipe({ x: -40, y: 0 });
        await eventually(async () => expect(await placeOn()).toBeLessThan(before - 15));
        expect((await sheets.annotations()).length).toBe(known.size);
        await touched.getByRole('button', { name: 'Draw with a finger' }).tap();
        await placeAtRest(touched.getByTestId('viewer-canvas'));
        await placeOn();
        await swipe({ x: 50, y: 20 });
        const drawn = await eventually(async () => {
          const fresh = (await sheets.annotations()).filter(({ id }) => !known.has(id));
          expect(fresh).toHaveLength(1);
          return fresh[0] as Annotation;
        });
        const percent = Number.parseInt(await zoomed(), 10);
        const apart = (by: number): [Point & { id: number }, Point & { id: number }] => [
          { x: x - by, y, id: 0 },
          { x: x + by, y, id: 1 },
        ];
        const [one, two] = apart(20);
        await Promise.all([touch('touchStart', one), touch('touchStart', one, two)]);
        for (let by = 25; by <= 60; by += 5) await touch('touchMove', ...apart(by));
        await touch('touchEnd');
        await eventually(async () => expect(Number.parseInt(await zoomed(), 10)).toBeGreaterThan(percent * 1.5));
        expect(await sheets.annotations()).toContainEqual(drawn);
        expect((await sheets.annotations()).length).toBe(known.size + 1);
        // the new shape is selected: a finger 12 pixels from a handle grabs it
        const knob = await middleAtRest(touched.getByTestId('handle-e').locator('circle'));
        await swipe({ x: 30, y: 0 }, { x: knob.x + 8, y: knob.y + 8 });
        await eventually(async () => {
          const now = (await sheets.annotations()).find(({ id }) => id === drawn.id)?.coordinates;
          expect(now?.radiusX).toBeGreaterThan(drawn.coordinates.radiusX);
          const { centerX, radiusX, radiusY } = drawn.coordinates;
          expect((now?.centerX ?? 0) - (now?.radiusX ?? 0)).toBeCloseTo(centerX - radiusX, 0);
          expect(now?.radiusY).toBe(radiusY);
        });
        expect((await sheets.annotations()).length).toBe(known.size + 1);
        await touched.getByRole('button', { name: 'Draw with a finger' }).tap();
        const middleOf = ({ id }: Annotation) => middleAtRest(touched.getByTestId(`annotation-${id}`));
        await touch('touchStart', { ...(await middleOf(drawn)), id: 0 });
        const bar = touched.getByRole('toolbar', { name: 'Selected annotations' });
        await bar.getByText('1 selected').waitFor();
        await touch('touchEnd');
        await touched.keyboard.press('0');
        const other = await middleOf(anchor);
        await touched.touchscreen.tap(other.x, other.y);
        await bar.getByText('2 selected').waitFor();
        expect(await seriousProblems(touched, 'a sheet on a phone')).toEqual([]);
        await touched.goBack();
        await bar.waitFor({ state: 'hidden' });
        expect((await sheets.annotations()).length).toBe(known.size + 1);
      });
    } finally {
      await leave(phone.context);
    }
  });
});

it('nothing went wrong on any of these pages', () => {
  expect(watched.problems).toEqual([]);
});
