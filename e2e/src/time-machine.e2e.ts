import { jest } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { makeTestSheetPdf } from '@symbio/fixtures/map-set';
import { Api, eventually, type Many, type One, type Project } from './api-client.js';
import { enter, launch, leave, middleAtRest, openPage, pictured, placeAtRest } from './browser.js';
import { READING_MS, TEST_MS } from './timeouts.js';

jest.setTimeout(TEST_MS);

interface Sheet {
  id: string;
  document_id: string;
  width: number;
  height: number;
  metadata: { year?: number };
}

let browser: Browser;
let staff: Api;
let project: Project;
let older: Sheet;
let newer: Sheet;
let context: BrowserContext;
let page: Page;
let problems: string[];

beforeAll(async () => {
  browser = await launch();
  staff = await Api.signIn('staff@symbio.test');
  project = await staff.createProject(`Sheets over the years ${Date.now()}`);
  const { pdf } = await makeTestSheetPdf({ sheets: 2 });
  const document = await staff.process(await staff.uploadOne(project.id, 'years.pdf', pdf, 'sanborn_maps'), project.id);
  // their years are recognised after processing
  [older, newer] = await eventually(async () => {
    const { data } = (await staff.get<Many<Sheet>>(`/api/documents/${document.id}/pages`)).body;
    const sheets = data.sort((a, b) => (a.metadata.year ?? 0) - (b.metadata.year ?? 0));
    expect(sheets.map(({ metadata }) => metadata.year)).toEqual([1887, 1896]);
    return sheets as [Sheet, Sheet];
  }, READING_MS);
  ({ page, context, problems } = await openPage(browser, { moves: true }));
  await enter(page, 'staff@symbio.test');
});

afterAll(async () => {
  await leave(context);
  await browser.close();
});

const path = () => `/projects/${project.id}/time-machine`;
const pane = (name: 'A' | 'B') => page.getByTestId(`sheet-${name}`);
/** Image pixel in the centre of a pane, at rest. */
const middleOf = async (name: 'A' | 'B'): Promise<[number, number]> =>
  eventually(async () => {
    const [x, y] = ((await pane(name).getAttribute('data-middle')) ?? '').split(',').map(Number);
    if (x === undefined || y === undefined) throw new Error('the sheets have not come to rest yet');
    return [x, y];
  });
const address = (): URLSearchParams => new URL(page.url()).searchParams;
const bothRest = async (): Promise<void> => {
  for (const name of ['A', 'B'] as const) {
    await pane(name).locator('canvas').waitFor();
    await middleOf(name);
  }
};
/** @param delay minimum press duration in milliseconds */
const click = async (name: 'A' | 'B', x: number, y: number, delay = 0) => {
  const middle = await middleAtRest(pane(name));
  await page.mouse.click(middle.x + x, middle.y + y, { delay });
};
const dragOnA = async (x: number, y: number) => {
  const box = await placeAtRest(pane('A'));
  const [from, to] = [box.x + box.width / 3, box.y + box.height / 2];
  await page.mouse.move(from, to);
  await page.mouse.down();
  await page.mouse.move(from + x, to + y, { steps: 8 });
  await page.mouse.up();
};

describe('the property time machine', () => {
  it('opens from Data Collection with the oldest beside the newest sheet, each in its year on the rail', async () => {
    await pictured({ page, problems }, 'time-machine-opens', async () => {
      await page.goto(`/projects/${project.id}/data-collection`);
      await page.getByRole('button', { name: 'Time machine' }).click();
      await page.waitForURL(`**${path()}**`);
      await page.getByRole('region', { name: /^Sheet A: Year/ }).waitFor();
      const rail = page.getByRole('navigation', { name: 'Sheets by year' });
      for (const { metadata } of [older, newer])
        await rail.getByRole('region', { name: String(metadata.year) }).waitFor();
      await eventually(async () => expect(await rail.getByRole('button', { pressed: true }).count()).toBe(2));
      await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Time machine').waitFor();
    });
  });

  it('moves both sheets as one, by two aligned places of different scale, and keeps the view in the address', async () => {
    await pictured({ page, problems }, 'time-machine-moves', async () => {
      // the second sheet is offset by 100 px to the right and half as large
      const points = '400,400,300,200;800,400,500,200';
      await page.goto(`${path()}?a=${older.id}&b=${newer.id}&points=${points}&at=500,500,0.5`);
      await bothRest();
      await dragOnA(-80, -40);
      await eventually(async () => {
        const middle = await middleOf('A');
        expect(middle[0]).toBeGreaterThan(550);
        const [bx, by] = await middleOf('B');
        expect(bx).toBeCloseTo(middle[0] / 2 + 100, 0);
        expect(by).toBeCloseTo(middle[1] / 2, 0);
        const [x = 0, y = 0] = (address().get('at') ?? '').split(',').map(Number);
        expect([x, y]).toEqual([expect.closeTo(middle[0], 0), expect.closeTo(middle[1], 0)]);
      });
      expect(address().get('points')).toBe(points);
      const ax = Number(address().get('at')?.split(',')[0]);
      await page.reload();
      await page.getByRole('button', { name: 'Zoom in' }).click();
      await eventually(async () => expect((await middleOf('A'))[0]).toBeCloseTo(ax, 0));
    });
  });

  it('aligns two sheets by clicking the same places on both, with undo, and stores that for the project', async () => {
    await pictured({ page, problems }, 'time-machine-aligns', async () => {
      await page.goto(`${path()}?a=${older.id}&b=${newer.id}`);
      await bothRest();
      await page.getByRole('button', { name: 'Align', exact: true }).click();
      await click('A', -60, 0, 600);
      await page.getByText('Now click the same place on B.').waitFor();
      await click('B', -60, 0);
      await page.getByText(/1 place: moved/).waitFor();
      await click('B', 60, 20);
      await click('A', 60, 20);
      await page.getByText('2 places. Add a third one to see how well they fit.').waitFor();
      await eventually(async () => expect(await page.getByTestId('alignment-mark').count()).toBe(4));
      await pane('A').locator('.openseadragon-canvas').focus();
      await page.keyboard.press('Enter');
      await page.getByText('Now click the same place on B.').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await eventually(() => {
        expect((address().get('points') ?? '').split(';')).toHaveLength(2);
        return Promise.resolve();
      });
      await page.getByRole('button', { name: 'Store' }).click();
      await page.getByText('Alignment stored for the project').first().waitFor();
      await eventually(async () => expect(await page.getByTestId('alignment-mark').count()).toBe(0));
      // a URL without points shows the stored alignment
      await eventually(() => {
        expect(address().has('points')).toBe(false);
        return Promise.resolve();
      });
      await page.goto(`${path()}?a=${older.id}&b=${newer.id}`);
      await page.getByText(/^Aligned by Sam Staff, .*2 places/).waitFor();
    });
  });

  it('compares by a divider that mouse and keys move, and by fading; a link shows the same', async () => {
    await pictured({ page, problems }, 'time-machine-compares', async () => {
      await page.goto(`${path()}?a=${older.id}&b=${newer.id}`);
      await bothRest();
      await page.getByRole('radio', { name: 'Swipe' }).click();
      const divider = page.getByRole('slider', { name: 'Divider between A and B' });
      await divider.focus();
      await page.keyboard.press('PageUp');
      await page.keyboard.press('ArrowRight');
      const standsAt = (percent: string): Promise<void> =>
        eventually(async () => expect(await divider.getAttribute('aria-valuenow')).toBe(percent));
      await standsAt('62');
      const box = await placeAtRest(divider);
      await page.mouse.move(box.x + box.width / 2, box.y + 100);
      await page.mouse.down();
      await page.mouse.move(320, box.y + 120, { steps: 4 });
      await page.mouse.up();
      await standsAt('25');
      await eventually(() => {
        expect([address().get('mode'), address().get('share')]).toEqual(['swipe', '0.25']);
        return Promise.resolve();
      });
      await page.reload();
      await standsAt('25');
      await page.getByRole('radio', { name: 'Fade' }).click();
      await page.getByRole('slider', { name: 'How much of B shows' }).waitFor();
      await eventually(async () =>
        expect(
          await page
            .getByRole('region', { name: /^Sheet B/ })
            .evaluate((element) => (element as unknown as { style: { opacity: string } }).style.opacity),
        ).toBe('0.25'),
      );
    });
  });

  it('shows the evidence of both sheets, and follows a feature from one year to the next', async () => {
    await pictured({ page, problems }, 'time-machine-follows', async () => {
      const feature = { id: crypto.randomUUID(), name: 'Gas holder', land_use: [], coordinate: '(-73.98,40.73)' };
      const places = [
        { sheet: older, coordinates: { x: 300, y: 400, width: 120, height: 80 } },
        { sheet: newer, coordinates: { x: 900, y: 700, width: 120, height: 80 } },
      ];
      for (const [index, { sheet, coordinates }] of places.entries()) {
        const drawn = await staff.post<One<{ id: string }>>('/api/public/annotations', {
          document_page_id: sheet.id,
          document_id: sheet.document_id,
          annotation_type: 'rectangle',
          coordinates,
          content: `Holder of ${sheet.metadata.year}`,
        });
        const linked = await staff.put(`/api/annotations/${drawn.body.data.id}/association`, {
          mention_id: crypto.randomUUID(),
          ...(index === 0 ? { feature } : { feature_id: feature.id }),
          narrative: 'A gas holder is drawn here.',
          confidence: 8,
          use_type: 'current',
        });
        expect(linked.status).toBe(200);
      }
      await page.goto(`/projects/${project.id}/insights?feature=${feature.id}`);
      await page.getByRole('link', { name: 'Follow through the years' }).click();
      const bar = page.getByRole('region', { name: 'Follow a feature' });
      await bar.getByText(`1 of 2: Year ${older.metadata.year}`, { exact: false }).waitFor();
      await eventually(async () => expect(await page.getByTestId('sighting-mark').count()).toBe(2));
      const inTheMiddle = (side: 'A' | 'B', x: number, y: number): Promise<void> =>
        eventually(async () => expect(await middleOf(side)).toEqual([expect.closeTo(x, -1), expect.closeTo(y, -1)]));
      await inTheMiddle('A', 360, 440);
      await bar.getByRole('button', { name: 'Later sighting' }).click();
      await bar.getByText(`2 of 2: Year ${newer.metadata.year}`, { exact: false }).waitFor();
      await inTheMiddle('B', 960, 740);
      await click('B', 0, 0);
      const card = page.getByRole('region', { name: 'Annotation' });
      await card.getByText('Shows Gas holder').waitFor();
      await card.getByRole('link', { name: 'Open on its sheet' }).click();
      await page.waitForURL(new RegExp(`/documents/${newer.document_id}`));
      await page.getByRole('button', { name: 'Compare with another year' }).click();
      await page.getByRole('region', { name: `Sheet A: Year ${newer.metadata.year}`, exact: false }).waitFor();
    });
  });

  it('shows another sheet by the rail, and swaps the two', async () => {
    await pictured({ page, problems }, 'time-machine-rail', async () => {
      await page.goto(`${path()}?a=${older.id}&b=${newer.id}`);
      await page.getByRole('button', { name: 'Swap A and B' }).click();
      await page.getByRole('region', { name: `Sheet A: Year ${newer.metadata.year}`, exact: false }).waitFor();
      await page.getByRole('tab', { name: /^A:/ }).click();
      await page
        .getByRole('navigation', { name: 'Sheets by year' })
        .getByRole('region', { name: String(older.metadata.year) })
        .getByRole('button')
        .click();
      await page.getByRole('region', { name: `Sheet A: Year ${older.metadata.year}`, exact: false }).waitFor();
      await eventually(() => {
        expect([address().get('a'), address().get('b')]).toEqual([older.id, newer.id]);
        return Promise.resolve();
      });
      expect(problems).toEqual([]);
    });
  });
});

describe('a sheet without a place', () => {
  it('gets one beside the map by clicks and typed coordinates; a wrong place is named and left out (0128)', async () => {
    await pictured({ page, problems }, 'placing', async () => {
      const georeference = async () => {
        const path = `/api/public/document-pages/${older.id}/georeference`;
        return (await staff.get<One<{ state: string; points: { used: boolean }[] }>>(path)).body.data;
      };
      await page.goto(`/projects/${project.id}/documents/${older.document_id}?page=${older.id}`);
      await page.getByTestId('zoom-percentage').filter({ hasText: '%' }).waitFor();
      await page.keyboard.press('g');
      const pane = page.getByRole('region', { name: 'Place on the map' });
      await pane.getByText(/^Click a place on the sheet/).waitFor();
      const coordinates = pane.getByLabel('Crossing, address or coordinates');
      /** @param feetNorth by which the typed place is wrong */
      const place = async (x: number, y: number, feetNorth = 0) => {
        const middle = await middleAtRest(page.getByTestId('viewer-canvas'));
        await page.mouse.click(middle.x + x, middle.y + y);
        await pane.getByText(/^Now click the same place on the map/).waitFor();
        const [latitude, longitude] = [40.7 - y * 1e-5 + feetNorth / 364_000, -73.9 + (x * 1e-5) / Math.cos(0.7103)];
        await coordinates.fill(`${latitude.toFixed(7)}, ${longitude.toFixed(7)}`);
        await coordinates.press('Enter');
        await pane.getByText(/^Click a place on the sheet/).waitFor();
      };
      for (const [x, y] of [
        [-100, -120],
        [100, -120],
        [100, 120],
        [-100, 120],
      ] as const)
        await place(x, y);
      await pane.getByText(/^exact, within \d+ ft · 4 places$/).waitFor();
      await place(0, 60, 400);
      await pane.getByText(/ · 5 places$/).waitFor();
      await pane.getByRole('button', { name: 'Leave it out' }).click();
      await pane.getByText(/^exact, within \d+ ft · 4 places · 1 left out$/).waitFor();
      await eventually(async () => {
        const { state, points } = await georeference();
        expect([state, points.map(({ used }) => used)]).toEqual(['exact', [true, true, true, true, false]]);
      });
      await pane.getByRole('button', { name: 'Undo' }).click();
      await pane.getByText(/ · 5 places$/).waitFor();
      await page.reload();
      await page.getByTestId('zoom-percentage').filter({ hasText: '%' }).waitFor();
      await page.keyboard.press('g');
      await pane.getByText(/ · 5 places$/).waitFor();
    });
  });
});
