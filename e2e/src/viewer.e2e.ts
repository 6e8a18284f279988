import { jest } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { makeTestSheetPdf } from '@symbio/tools/demo/map-set';
import { Api, eventually, type Document, type Many, type Project } from './api-client.js';
import { seriousProblems } from './accessibility.js';
import { launch, middleAtRest, openPage, pictured, placeAtRest, enter } from './browser.js';
import { TEST_MS } from './patience.js';

jest.setTimeout(TEST_MS);

interface Mark {
  id: string;
  content: string;
  author_type: string;
  coordinates: { centerX: number; centerY: number; radiusX: number; radiusY: number; theta: number };
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
  await enter(page, 'staff@symbio.test');
});

afterAll(async () => {
  await context.close();
  await browser.close();
});

const openSheet = async (): Promise<void> => {
  await page.goto(`/projects/${project.id}/documents/${sheet.id}`);
  await page.getByTestId('zoom-percentage').filter({ hasText: '%' }).waitFor();
  await page.getByText('Loading image...').waitFor({ state: 'hidden' });
  await restingPercentage();
};
const percentage = async (): Promise<number> =>
  Number.parseInt(await page.getByTestId('zoom-percentage').innerText(), 10);
/** The zoom, once it rests. */
const restingPercentage = (): Promise<number> =>
  eventually(async () => {
    await placeAtRest(page.getByTestId('viewer-canvas'));
    const before = await percentage();
    await page.waitForTimeout(200);
    const now = await percentage();
    expect([Number.isNaN(now), now]).toEqual([false, before]);
    return now;
  });
/** What people drew; the spotter proposes marks of its own on every sheet. */
const marks = async (): Promise<Mark[]> => {
  const { body } = await staff.get<Many<Mark>>(`/api/public/annotations?document_id=${sheet.id}`);
  return body.data.filter(({ author_type }) => author_type === 'human');
};
const middle = (): Promise<{ x: number; y: number }> => middleAtRest(page.getByTestId('viewer-canvas'));
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
const placeOf = (id: string): Promise<{ x: number; y: number }> => middleAtRest(page.getByTestId(`annotation-${id}`));

/** A mark that somebody made on the first sheet, a third of it to the right and down. */
async function mark(changes: Partial<Mark['coordinates']> = {}, content = 'Gas holder'): Promise<Mark> {
  const { body: pages } = await staff.get<Many<{ id: string }>>(`/api/documents/${sheet.id}/pages`);
  const { status, body } = await staff.post<{ data: Mark }>('/api/public/annotations', {
    document_id: sheet.id,
    document_page_id: pages.data[0]?.id,
    annotation_type: 'ellipse',
    content,
    coordinates: { centerX: 900, centerY: 1000, radiusX: 150, radiusY: 150, theta: 0, ...changes },
  });
  expect(status).toBe(201);
  return body.data;
}

/** Counts the frames in which the middle of the sheet is seen, and those in which it is not. */
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
    await pictured({ page, problems }, 'zoom', async () => {
      await openSheet();
      const fitted = await restingPercentage();
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
      const { id } = await mark({ centerX: 400, centerY: 400, radiusX: 60, radiusY: 60 });
      // somebody else's mark arrives without a reload
      const before = await placeOf(id);
      const { x, y } = await middle();
      await page.mouse.move(x, y);
      await page.keyboard.down('Space');
      await drag({ x, y }, { x: 60, y: 40 });
      await page.keyboard.up('Space');
      await eventually(async () => expect((await placeOf(id)).x).toBeGreaterThan(before.x + 20));
      const panned = await placeOf(id);
      await drag({ x, y }, { x: -50, y: 0 }, 'middle');
      await eventually(async () => expect((await placeOf(id)).x).toBeLessThan(panned.x - 20));
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

  it('says that it loads, and no more when its picture fails, which only the log tells (VIEW-31, VIEW-32)', async () => {
    const failing = await context.newPage();
    try {
      const logged: string[] = [];
      failing.on('console', (message) => logged.push(message.text()));
      let fail: (() => void) | undefined;
      const failed = new Promise<void>((resolve) => (fail = resolve));
      await failing.route('**/files/t/**', async (route) => {
        await failed;
        await route.abort();
      });
      await failing.goto(`/projects/${project.id}/documents/${sheet.id}`);
      const loading = failing.getByRole('progressbar', { name: 'Loading image...' });
      await loading.waitFor();
      fail?.();
      await loading.waitFor({ state: 'hidden' });
      await eventually(() =>
        Promise.resolve(expect(logged.filter((line) => /tile .* failed to load/i.test(line))).not.toEqual([])),
      );
      expect(await failing.getByRole('alert').count()).toBe(0);
    } finally {
      await failing.close();
    }
  });

  it('has its addresses renewed while it stays open: nothing flashes, and the view stays (CONST-03)', async () => {
    await pictured({ page, problems }, 'renewal', async () => {
      const watched = await context.newPage();
      try {
        await watched.clock.install();
        const asked: string[] = [];
        let reads = 0;
        await watched.route('**/api/documents/*/pages**', async (route) => {
          const response = await route.fetch();
          reads += 1;
          const text = await response.text();
          await route.fulfill({ response, body: reads === 1 ? text : text.replaceAll('/files/t/', '/files/again/t/') });
        });
        await watched.route('**/files/again/t/**', (route) => {
          asked.push(route.request().url());
          return route.continue({ url: route.request().url().replace('/again/', '/') });
        });
        await watched.goto(`/projects/${project.id}/documents/${sheet.id}`);
        await watched.getByText('Loading image...').waitFor({ state: 'hidden' });
        await watched.getByRole('button', { name: 'Fit to Width' }).click();
        const shown = (): Promise<string> => watched.getByTestId('zoom-percentage').innerText();
        // the view comes to rest
        const before = await eventually(async () => {
          const now = await shown();
          await watched.waitForTimeout(1_000);
          expect(await shown()).toBe(now);
          return now;
        });
        await watched.evaluate(WATCH_MIDDLE);
        await watched.clock.fastForward('01:10:00');
        await eventually(async () => {
          const so = asked.length;
          await watched.waitForTimeout(500);
          expect([so > 0, asked.length]).toEqual([true, so]);
        });
        expect(await shown()).toBe(before);
        await eventually(async () => {
          const seen = await watched.evaluate<{ frames: number; blank: number }>('globalThis.middleSeen');
          expect(seen.frames).toBeGreaterThan(5);
          expect(seen.blank).toBe(0);
        });
        // what comes into view now is asked for under the new addresses alone
        const known = asked.length;
        const old: string[] = [];
        watched.on('request', (request) => {
          if (/\/files\/t\//.test(request.url())) old.push(request.url());
        });
        await watched.keyboard.press('1');
        await eventually(() => Promise.resolve(expect(asked.length).toBeGreaterThan(known)));
        expect(old).toEqual([]);
      } finally {
        await watched.close();
      }
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

describe('annotations under the hand', () => {
  let admin: Api;

  beforeAll(async () => {
    admin = await Api.signIn('admin@symbio.test');
    await spotterIsDone();
  });
  beforeEach(async () => {
    // also what the spotter proposed: a press must meet the test's own marks or empty paper
    const { body } = await admin.get<Many<Mark>>(`/api/public/annotations?document_id=${sheet.id}`);
    for (const { id } of body.data) await admin.delete(`/api/public/annotations?id=${id}`);
  });

  /** What the spotter proposes after this would lie where a test presses, and be counted on the screen. */
  const spotterIsDone = async (): Promise<void> => {
    await eventually(async () => {
      const { body } = await staff.get<{ data: Document }>(`/api/documents/${sheet.id}`);
      expect(body.data.processing_status).toBe('analysis_complete');
    });
    const proposed = async () =>
      (
        await staff.get<Many<Mark & { document_page_id: string }>>(`/api/public/annotations?document_id=${sheet.id}`)
      ).body.data.filter(({ author_type }) => author_type === 'ai_agent');
    await eventually(async () => {
      const before = await proposed();
      // one sheet after the other, one proposal right after the other
      expect(new Set(before.map((each) => each.document_page_id)).size).toBe(2);
      await page.waitForTimeout(2_000);
      expect(await proposed()).toHaveLength(before.length);
    });
  };
  /** A feature linked to an annotation; answers the mention's id. */
  const linked = async (id: string): Promise<string> => {
    const place = { project_id: project.id, name: 'Gas works', land_use: ['gas_station'], coordinate: '(-84.5,39.1)' };
    const feature = await staff.post<{ data: { id: string } }>('/api/public/features', place);
    expect(feature.status).toBe(201);
    const { status, body } = await staff.post<{ data: { id: string } }>('/api/public/mentions', {
      source_annotation_id: id,
      feature_of_interest_id: feature.body.data.id,
      narrative: 'A gas holder',
    });
    expect(status).toBe(201);
    return body.data.id;
  };
  /** The annotation behind a mention; empty: it is gone. */
  const sourceOf = async (mention: string): Promise<string> => {
    const { body } = await staff.get<Many<{ id: string; source_annotation_id: string }>>(
      `/api/public/mentions?project_id=${project.id}`,
    );
    return body.data.find(({ id }) => id === mention)?.source_annotation_id ?? 'no such mention';
  };
  const stored = async (id: string): Promise<Mark['coordinates']> => {
    const found = (await marks()).find((each) => each.id === id);
    if (!found) throw new Error('the annotation is not stored');
    return found.coordinates;
  };
  /** Middle of a handle of the selected annotation. */
  const handle = (name: string): Promise<{ x: number; y: number }> =>
    middleAtRest(page.getByTestId(`handle-${name}`).locator('circle'));
  const selectMark = async (id: string): Promise<void> => {
    const { x, y } = await placeOf(id);
    await page.mouse.click(x, y);
    await page.getByTestId('annotation-details').waitFor();
  };
  const said = (text: RegExp | string) => page.getByTestId('sheet-status').filter({ hasText: text }).waitFor();

  it('are drawn in image pixels on a sheet that is turned (ANN-01, VIEW-26)', async () => {
    await pictured({ page, problems }, 'turned', async () => {
      const known = await mark();
      await openSheet();
      const before = await placeOf(known.id);
      await page.getByRole('button', { name: 'Turn right' }).click();
      // fitted again: the left part of the sheet is now above, its upper part to the right
      await eventually(async () => expect(await placeOf(known.id)).not.toEqual(before));
      const { x, y } = await placeOf(known.id);
      await drag({ x: x + 110, y }, { x: 15, y: 0 });
      const drawn = await eventually(async () => {
        const fresh = (await marks()).find(({ id }) => id !== known.id);
        if (!fresh) throw new Error('nothing was drawn');
        return fresh;
      });
      expect(drawn.coordinates.centerX).toBeCloseTo(known.coordinates.centerX, -1);
      expect(drawn.coordinates.centerY).toBeLessThan(known.coordinates.centerY - 100);
      for (let turn = 0; turn < 3; turn++) await page.keyboard.press('r');
      await eventually(async () => {
        const [old, fresh] = [await placeOf(known.id), await placeOf(drawn.id)];
        expect(Math.abs(fresh.x - old.x)).toBeLessThan(3);
        expect(fresh.y).toBeLessThan(old.y - 40);
      });
    });
  });

  it('are resized and turned by handles, with their size beside the pointer, and saved once (ANN-04, ANN-05)', async () => {
    await pictured({ page, problems }, 'handles', async () => {
      const { id } = await mark();
      await openSheet();
      await selectMark(id);
      let saves = 0;
      const count = (request: { method(): string }) => (saves += Number(request.method() === 'PUT'));
      page.on('request', count);
      const from = await handle('e');
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + 30, from.y, { steps: 6 });
      await page
        .getByTestId('size-readout')
        .filter({ hasText: /\d+ × 300 px/ })
        .waitFor();
      await page.mouse.up();
      await eventually(async () => {
        const { radiusX, radiusY, centerX } = await stored(id);
        expect(radiusX).toBeGreaterThan(160);
        expect([radiusY, centerX]).toEqual([150, 900]);
      });
      expect(saves).toBe(1);
      const top = await handle('turn');
      const middleOf = await placeOf(id);
      // a quarter round the middle
      await page.mouse.move(top.x, top.y);
      await page.mouse.down();
      await page.mouse.move(middleOf.x + 40, middleOf.y - 40, { steps: 4 });
      await page.mouse.move(middleOf.x + 60, middleOf.y, { steps: 4 });
      await page.mouse.up();
      await eventually(async () => expect((await stored(id)).theta).toBeCloseTo(Math.PI / 2, 1));
      expect(saves).toBe(2);
      page.off('request', count);
    });
  });

  it('are undone and done again, and never over what somebody else did meanwhile (ANN-11)', async () => {
    await pictured({ page, problems }, 'undo', async () => {
      const { id } = await mark();
      await openSheet();
      await drag(await placeOf(id), { x: 40, y: 0 });
      const moved = await eventually(async () => {
        const at = await stored(id);
        expect(at.centerX).toBeGreaterThan(900);
        return at;
      });
      await page.keyboard.press('Control+z');
      await eventually(async () => expect((await stored(id)).centerX).toBe(900));
      await page.getByRole('button', { name: 'Redo' }).click();
      await eventually(async () => expect((await stored(id)).centerX).toBe(moved.centerX));
      // a deletion is taken back: the same annotation, with what was linked to it
      const mention = await linked(id);
      await page.keyboard.press('Delete');
      await eventually(async () => expect(await marks()).toHaveLength(0));
      await eventually(async () => expect(await sourceOf(mention)).toBe(''));
      await page.keyboard.press('Control+z');
      const back = await eventually(async () => {
        const [only] = await marks();
        if (!only) throw new Error('it is not back');
        expect(only).toMatchObject({ id, content: 'Gas holder', coordinates: moved });
        return only;
      });
      await eventually(async () => expect(await sourceOf(mention)).toBe(id));
      await page.keyboard.press('Control+Shift+Z');
      await eventually(async () => expect(await marks()).toHaveLength(0));
      await page.keyboard.press('Control+z');
      await eventually(async () => expect(await marks()).toHaveLength(1));
      // somebody else moves it: the older step is not taken back over that
      const before = await placeOf(back.id);
      const theirs = { ...moved, centerX: 500 };
      const { status } = await staff.put(`/api/public/annotations?id=${back.id}`, { coordinates: theirs });
      expect(status).toBe(200);
      await eventually(async () => expect((await placeOf(back.id)).x).toBeLessThan(before.x - 50));
      await page.keyboard.press('Control+z');
      await page.getByText('Somebody else has changed this annotation.').first().waitFor();
      expect((await stored(back.id)).centerX).toBe(500);
    });
  });

  it('are moved by arrow keys, by 1 image pixel or 10, and saved when the keys rest (ANN-05)', async () => {
    await pictured({ page, problems }, 'nudge', async () => {
      const { id } = await mark();
      await openSheet();
      await selectMark(id);
      for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Shift+ArrowDown');
      await eventually(async () => expect(await stored(id)).toMatchObject({ centerX: 903, centerY: 1010 }));
      await page.keyboard.press('Control+z');
      await eventually(async () => expect(await stored(id)).toMatchObject({ centerX: 900, centerY: 1000 }));
      // what is under way counts as a step, too
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Control+z');
      await eventually(async () => expect(await stored(id)).toMatchObject({ centerX: 900, centerY: 1000 }));
    });
  });

  it('are hidden and shown together, and filtered by author with the filter in the address (ANN-09)', async () => {
    await pictured({ page, problems }, 'filter', async () => {
      const mine = await mark();
      await mark({ centerY: 500 }, 'Tank');
      await openSheet();
      await placeOf(mine.id);
      await page.keyboard.press('h');
      await page.getByText('Annotations are hidden.').first().waitFor();
      await eventually(async () => expect(await page.getByTestId(`annotation-${mine.id}`).count()).toBe(0));
      await page.keyboard.press('h');
      await placeOf(mine.id);
      await page.getByRole('heading', { name: 'Annotations (2)' }).waitFor();
      await page.getByRole('button', { name: 'Filter annotations' }).click();
      await page.getByLabel('Author').locator('option', { hasText: 'People (2)' }).waitFor({ state: 'attached' });
      await page.getByLabel('Confidence').selectOption('none');
      await page.getByRole('heading', { name: 'Annotations (2 of 2)' }).waitFor();
      await page.waitForURL(/confidence=none/);
      await page.reload();
      await page.getByRole('heading', { name: 'Annotations (2 of 2)' }).waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.waitForURL((url) => !url.search.includes('confidence'));
    });
  });

  it('are reached, moved, labelled and deleted by keyboard alone; the list and a live region tell of them (ANN-06, ANN-08, ANN-10)', async () => {
    await pictured({ page, problems }, 'keyboard', async () => {
      const first = await mark({}, 'Tank');
      await mark({ centerY: 500 }, 'Stable');
      await openSheet();
      const list = page.getByRole('list', { name: 'Annotations of this sheet' });
      await list.getByRole('button', { name: /^Tank/ }).focus();
      await page.keyboard.press('ArrowDown');
      await page.locator(':focus').filter({ hasText: 'Stable' }).waitFor();
      await page.keyboard.press('Home');
      await page.keyboard.press('Enter');
      await said(/^Selected: Tank, ellipse, by/);
      await page.keyboard.press('ArrowLeft');
      await eventually(async () => expect((await stored(first.id)).centerX).toBe(899));
      await said('Saved.');
      await page.keyboard.press('Delete');
      await said('Deleted.');
      await page.keyboard.press('n');
      const made = await eventually(async () => {
        const fresh = (await marks()).find(({ content }) => content === 'label');
        if (!fresh) throw new Error('nothing was made');
        return fresh;
      });
      await page.getByTestId('annotation-details').getByLabel('Label').fill('Coal shed');
      await page.keyboard.press('Enter');
      await page.getByLabel('Width, px').fill('500');
      await page.keyboard.press('Enter');
      await eventually(async () => expect((await stored(made.id)).radiusX).toBe(250));
      await eventually(async () =>
        expect((await marks()).map(({ content }) => content).sort()).toEqual(['Coal shed', 'Stable']),
      );
      await page.getByTestId('viewer-canvas').locator('[role="application"]').focus();
      await page.keyboard.press('Escape');
      await said('Nothing is selected.');
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Keyboard' }).waitFor({ state: 'hidden' });
    });
  });

  it('keep a drawing that is under way when others change the sheet (ANN-03, ANN-11)', async () => {
    await pictured({ page, problems }, 'live', async () => {
      await openSheet();
      const { x, y } = await middle();
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 30, y, { steps: 3 });
      const theirs = await mark({ centerX: 300, centerY: 300, radiusX: 60, radiusY: 60 }, 'Theirs');
      await placeOf(theirs.id);
      await page.mouse.move(x + 60, y, { steps: 3 });
      await page.mouse.up();
      await eventually(async () => expect(await marks()).toHaveLength(2));
      const own = (await marks()).find(({ id }) => id !== theirs.id);
      expect(own?.coordinates.radiusX).toBeGreaterThan(100);
    });
  });

  it('leave nothing for axe to find serious (ANN-09)', async () => {
    await pictured({ page, problems }, 'axe', async () => {
      const { id } = await mark();
      await openSheet();
      await selectMark(id);
      await page.getByRole('button', { name: 'Filter annotations' }).click();
      expect(await seriousProblems(page, 'a sheet with annotations')).toEqual([]);
    });
  });
});

describe('a sheet on a phone', () => {
  it('is panned by a finger, drawn on once the toolbar says so, zoomed by two, and its handles are large enough for one (ANN-01, ANN-05, VIEW-29)', async () => {
    const phone = await openPage(browser, {
      width: 390,
      height: 844,
      context: { hasTouch: true, isMobile: true },
    });
    const touched = phone.page;
    try {
      await pictured(phone, 'phone', async () => {
        // a session of its own: two browsers with one would take each other's
        await enter(touched, 'staff@symbio.test');
        await touched.goto(`/projects/${project.id}/documents/${sheet.id}`);
        await touched.getByTestId('zoom-percentage').filter({ hasText: '%' }).waitFor();
        const anchor = await mark();
        const known = new Set((await marks()).map(({ id }) => id));
        const placeOn = async (): Promise<number> =>
          (await placeAtRest(touched.getByTestId(`annotation-${anchor.id}`))).x;
        await placeOn();
        await touched.getByRole('button', { name: 'Zoom In' }).tap();
        await touched.getByRole('button', { name: 'Zoom In' }).tap();
        const canvas = await placeAtRest(touched.getByTestId('viewer-canvas'));
        const [x, y] = [canvas.x + canvas.width / 2, canvas.y + canvas.height * 0.3];
        const finger = await phone.context.newCDPSession(touched);
        const swipe = async (by: { x: number; y: number }, from = { x, y }): Promise<void> => {
          const at = (share: number) => [{ x: from.x + by.x * share, y: from.y + by.y * share }];
          await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
          for (let step = 1; step <= 6; step++)
            await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / 6) });
          await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
        };
        const before = await placeOn();
        await swipe({ x: -40, y: 0 });
        await eventually(async () => expect(await placeOn()).toBeLessThan(before - 15));
        expect((await marks()).length).toBe(known.size);
        await touched.getByRole('button', { name: 'Draw with a finger' }).tap();
        await placeAtRest(touched.getByTestId('viewer-canvas'));
        await placeOn();
        await swipe({ x: 50, y: 20 });
        const drawn = await eventually(async () => {
          const fresh = (await marks()).filter(({ id }) => !known.has(id));
          expect(fresh).toHaveLength(1);
          return fresh[0] as Mark;
        });
        // two fingers zoom, whatever one does: nothing is drawn or moved
        const zoomed = (): Promise<string> => touched.getByTestId('zoom-percentage').innerText();
        const percent = Number.parseInt(await zoomed(), 10);
        const apart = (by: number) => [
          { x: x - by, y, id: 0 },
          { x: x + by, y, id: 1 },
        ];
        await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: apart(20).slice(0, 1) });
        await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: apart(20) });
        for (let by = 25; by <= 60; by += 5)
          await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: apart(by) });
        await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
        await eventually(async () => expect(Number.parseInt(await zoomed(), 10)).toBeGreaterThan(percent * 1.5));
        expect(await marks()).toContainEqual(drawn);
        expect((await marks()).length).toBe(known.size + 1);
        // the drawn one is selected: a finger that comes down 12 pixels beside a handle has it
        const knob = await middleAtRest(touched.getByTestId('handle-e').locator('circle'));
        await swipe({ x: 30, y: 0 }, { x: knob.x + 8, y: knob.y + 8 });
        await eventually(async () => {
          const now = (await marks()).find(({ id }) => id === drawn.id)?.coordinates;
          expect(now?.radiusX).toBeGreaterThan(drawn.coordinates.radiusX);
          expect(now).toMatchObject({ centerX: drawn.coordinates.centerX, radiusY: drawn.coordinates.radiusY });
        });
        expect((await marks()).length).toBe(known.size + 1);
        expect(await seriousProblems(touched, 'a sheet on a phone')).toEqual([]);
      });
    } finally {
      await phone.context.close();
    }
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
    await pictured({ page, problems }, `route ${stage}`, async () => {
      await page.goto(`/projects/${project.id}${path}`);
      await page.waitForURL(`**/projects/${project.id}/${stage}`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page
        .getByRole('navigation', { name: /breadcrumb/i })
        .getByText('Projects')
        .waitFor();
    });
  });

  it('the header tells the version on its shortcut (NAV-20, NAV-21, CONST-24)', async () => {
    await pictured({ page, problems }, 'version', async () => {
      await page.goto('/');
      const shortcut = page
        .getByRole('button', { name: /0\.2\.0/ })
        .or(page.getByRole('link', { name: /0\.2\.0/ }))
        .first();
      await placeAtRest(shortcut);
      await shortcut.hover();
      await page.getByRole('tooltip').filter({ hasText: '0.2.0' }).waitFor();
    });
  });

  it('nothing went wrong on any of these pages', () => {
    expect(problems).toEqual([]);
  });
});
