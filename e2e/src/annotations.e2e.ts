import { jest } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { seriousProblems } from '@symbio/tools/lab/screens/accessibility';
import { eventually, type Many } from './api-client.js';
import { middleAtRest, pictured, type WatchedPage } from './browser.js';
import { OpenSheets, type Annotation, type Point } from './open-sheets.js';
import { TEST_MS } from './timeouts.js';

jest.setTimeout(TEST_MS);

let sheets: OpenSheets;
let watched: WatchedPage;
let page: Page;

beforeAll(async () => {
  sheets = await OpenSheets.prepare('Annotations under the hand');
  ({ watched, page } = sheets);
});

afterAll(() => sheets.close());

/** Openings of pages are sent, too. */
const isSave = (request: Request): boolean => request.method() === 'PUT' && request.url().includes('/annotations');

describe('annotations under the hand', () => {
  beforeEach(async () => {
    for (const { id } of await sheets.annotations()) await sheets.staff.delete(`/api/public/annotations?id=${id}`);
  });

  const linked = async (id: string): Promise<string> => {
    const place = {
      project_id: sheets.project.id,
      name: 'Gas works',
      land_use: ['gas_station'],
      coordinate: '(-84.5,39.1)',
    };
    const feature = await sheets.staff.post<{ data: { id: string } }>('/api/public/features', place);
    expect(feature.status).toBe(201);
    const { status, body } = await sheets.staff.post<{ data: { id: string } }>('/api/public/mentions', {
      source_annotation_id: id,
      feature_of_interest_id: feature.body.data.id,
      narrative: 'A gas holder',
    });
    expect(status).toBe(201);
    return body.data.id;
  };
  /** Empty if deleted. */
  const sourceOf = async (mention: string): Promise<string> => {
    const { body } = await sheets.staff.get<Many<{ id: string; source_annotation_id: string }>>(
      `/api/public/mentions?project_id=${sheets.project.id}`,
    );
    return body.data.find(({ id }) => id === mention)?.source_annotation_id ?? 'no such mention';
  };
  const stored = async (id: string): Promise<Annotation['coordinates']> => {
    const found = (await sheets.annotations()).find((each) => each.id === id);
    if (!found) throw new Error('the annotation is not stored');
    return found.coordinates;
  };
  const handle = (name: string): Promise<Point> => middleAtRest(page.getByTestId(`handle-${name}`).locator('circle'));
  const select = async (id: string): Promise<void> => {
    const { x, y } = await sheets.placeOf(id);
    await page.mouse.click(x, y);
    await page.getByTestId('annotation-details').waitFor();
  };
  /** Presses keys within one task, so no timer of the page runs in between. */
  const pressInOneGo = (...keys: { key: string; shiftKey?: true; ctrlKey?: true }[]): Promise<void> =>
    page.evaluate(
      `for (const key of ${JSON.stringify(keys)})
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }))`,
    );
  const said = (text: RegExp | string) => page.getByTestId('sheet-status').filter({ hasText: text }).waitFor();

  it('are drawn in image pixels on a sheet that is turned (ANN-01, VIEW-26)', async () => {
    await pictured(watched, 'turned', async () => {
      const known = await sheets.annotate();
      await sheets.open();
      const before = await sheets.placeOf(known.id);
      await page.getByRole('button', { name: 'Rotate right' }).click();
      // fitted again: the left part of the sheet is now at the top
      await eventually(async () => expect(await sheets.placeOf(known.id)).not.toEqual(before));
      const { x, y } = await sheets.placeOf(known.id);
      await sheets.drag({ x: x + 110, y }, { x: 15, y: 0 });
      const drawn = await eventually(async () => {
        const fresh = (await sheets.annotations()).find(({ id }) => id !== known.id);
        if (!fresh) throw new Error('nothing was drawn');
        return fresh;
      });
      expect(drawn.coordinates.centerX).toBeCloseTo(known.coordinates.centerX, -1);
      expect(drawn.coordinates.centerY).toBeLessThan(known.coordinates.centerY - 100);
      await page.keyboard.press('Escape');
      for (let turn = 0; turn < 3; turn++) await page.keyboard.press('r');
      await eventually(async () => {
        const [old, fresh] = [await sheets.placeOf(known.id), await sheets.placeOf(drawn.id)];
        expect(Math.abs(fresh.x - old.x)).toBeLessThan(3);
        expect(fresh.y).toBeLessThan(old.y - 40);
      });
    });
  });

  it('are resized and turned by handles, with their size beside the pointer, and saved once (ANN-04, ANN-05)', async () => {
    await pictured(watched, 'handles', async () => {
      const { id } = await sheets.annotate();
      await sheets.open();
      await select(id);
      let saves = 0;
      const count = (request: Request) => (saves += Number(isSave(request)));
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
        expect([radiusY, Math.round(centerX - radiusX)]).toEqual([150, 750]);
      });
      expect(saves).toBe(1);
      const top = await handle('rotate');
      const middleOf = await sheets.placeOf(id);
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

  it('are undone and redone, but never overwrite a change by another user (ANN-11)', async () => {
    await pictured(watched, 'undo', async () => {
      const { id } = await sheets.annotate();
      await sheets.open();
      await sheets.drag(await sheets.placeOf(id), { x: 40, y: 0 });
      const moved = await eventually(async () => {
        const at = await stored(id);
        expect(at.centerX).toBeGreaterThan(900);
        return at;
      });
      await page.keyboard.press('Control+z');
      await eventually(async () => expect((await stored(id)).centerX).toBe(900));
      await page.getByRole('button', { name: 'Redo' }).click();
      await eventually(async () => expect((await stored(id)).centerX).toBe(moved.centerX));
      // undoing a deletion restores the same annotation with its links
      const mention = await linked(id);
      await page.getByRole('link', { name: 'Gas works' }).waitFor();
      await page.keyboard.press('Delete');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await eventually(async () => expect(await sheets.annotations()).toHaveLength(0));
      await eventually(async () => expect(await sourceOf(mention)).toBe(''));
      await page.keyboard.press('Control+z');
      const back = await eventually(async () => {
        const [only] = await sheets.annotations();
        if (!only) throw new Error('it is not back');
        expect(only).toMatchObject({ id, content: 'Gas holder', coordinates: moved });
        return only;
      });
      await eventually(async () => expect(await sourceOf(mention)).toBe(id));
      await page.keyboard.press('Control+Shift+Z');
      await eventually(async () => expect(await sheets.annotations()).toHaveLength(0));
      await page.keyboard.press('Control+z');
      await eventually(async () => expect(await sheets.annotations()).toHaveLength(1));
      // another user moves it: undo must not overwrite that
      const before = await sheets.placeOf(back.id);
      const theirs = { ...moved, centerX: 500 };
      const { status } = await sheets.staff.put(`/api/public/annotations?id=${back.id}`, { coordinates: theirs });
      expect(status).toBe(200);
      await eventually(async () => expect((await sheets.placeOf(back.id)).x).toBeLessThan(before.x - 50));
      await page.keyboard.press('Control+z');
      await page.getByText('Another user has changed this annotation.').first().waitFor();
      expect((await stored(back.id)).centerX).toBe(500);
    });
  });

  it('are moved by arrow keys, by 1 image pixel or 10, and saved when the keys rest (ANN-05)', async () => {
    await pictured(watched, 'nudge', async () => {
      const { id } = await sheets.annotate();
      await sheets.open();
      await select(id);
      const right = { key: 'ArrowRight' };
      await pressInOneGo(right, right, right, { key: 'ArrowDown', shiftKey: true });
      await eventually(async () => expect(await stored(id)).toMatchObject({ centerX: 903, centerY: 1010 }));
      // the page joins changes that it makes before the response
      const undone = page.waitForResponse((response) => isSave(response.request()));
      await page.keyboard.press('Control+z');
      await (await undone).finished();
      // until the page has read it
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
      await eventually(async () => expect(await stored(id)).toMatchObject({ centerX: 900, centerY: 1000 }));
      // a pending change is a step too: it is saved, then undone
      const saved: unknown[] = [];
      const note = (request: Request) => {
        if (isSave(request))
          saved.push((request.postDataJSON() as Pick<Annotation, 'coordinates'>).coordinates.centerX);
      };
      page.on('request', note);
      await pressInOneGo(right, { key: 'z', ctrlKey: true });
      await eventually(() => Promise.resolve(expect(saved.slice(-2)).toEqual([901, 900])));
      page.off('request', note);
      await eventually(async () => expect(await stored(id)).toMatchObject({ centerX: 900, centerY: 1000 }));
    });
  });

  it('are hidden and shown together, and filtered by author with the filter in the address (ANN-09)', async () => {
    await pictured(watched, 'filter', async () => {
      const mine = await sheets.annotate();
      await sheets.annotate({ centerY: 500 }, 'Tank');
      await sheets.open();
      await sheets.placeOf(mine.id);
      await page.keyboard.press('Shift+h');
      await page.getByText('Annotations are hidden.').first().waitFor();
      await eventually(async () => expect(await page.getByTestId(`annotation-${mine.id}`).count()).toBe(0));
      await page.keyboard.press('Shift+h');
      await sheets.placeOf(mine.id);
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

  it('are reached, moved, labelled and deleted by keyboard alone; the list and a live region announce them (ANN-06, ANN-08, ANN-10)', async () => {
    await pictured(watched, 'keyboard', async () => {
      const first = await sheets.annotate({}, 'Tank');
      await sheets.annotate({ centerY: 500 }, 'Stable');
      await sheets.open();
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
        const fresh = (await sheets.annotations()).find(({ content }) => content === 'label');
        if (!fresh) throw new Error('nothing was made');
        return fresh;
      });
      const label = page.getByTestId('annotation-details').getByLabel('Label');
      await label.fill('');
      // Enter takes the candidate of an input method and saves nothing
      const session = await page.context().newCDPSession(page);
      await session.send('Input.imeSetComposition', { text: 'かんそう', selectionStart: 4, selectionEnd: 4 });
      await page.keyboard.press('Enter');
      await page.locator('input:focus').and(label).waitFor();
      expect((await sheets.annotations()).map(({ content }) => content)).not.toContain('かんそう');
      await session.detach();
      await label.fill('Coal shed');
      await page.keyboard.press('Enter');
      await page.getByLabel('Width, px').fill('500');
      await page.keyboard.press('Enter');
      await eventually(async () => expect((await stored(made.id)).radiusX).toBe(250));
      await eventually(async () =>
        expect((await sheets.annotations()).map(({ content }) => content).sort()).toEqual(['Coal shed', 'Stable']),
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

  it('are drawn as polygons, named by typing, duplicated, copied to another sheet, labelled and deleted together (ANN-01, ANN-10, API-16)', async () => {
    await pictured(watched, 'polygons', async () => {
      await sheets.open();
      const { x, y } = await sheets.middle();
      await page.keyboard.press('p');
      for (const [dx, dy] of [
        [-80, -60],
        [60, -60],
        [60, 50],
      ] as const)
        await page.mouse.click(x + dx, y + dy);
      await page.keyboard.press('Enter');
      await page.locator('input:focus').waitFor();
      await page.keyboard.type('Yard');
      await page.keyboard.press('Enter');
      const labels = async () => (await sheets.annotations()).map(({ content }) => content).sort();
      await eventually(async () => expect(await labels()).toEqual(['Yard']));
      const [yard] = await sheets.annotations();
      expect(yard?.coordinates).toMatchObject({ points: [{}, {}, {}] });
      await page.keyboard.press('Control+d');
      await eventually(async () => expect(await labels()).toEqual(['Yard', 'Yard']));
      await page.keyboard.press('Control+a');
      await page.getByLabel('Label for all').fill('Coal yard');
      await page.keyboard.press('Enter');
      await eventually(async () => expect(await labels()).toEqual(['Coal yard', 'Coal yard']));
      await page.keyboard.press('Delete');
      await eventually(async () => expect(await labels()).toEqual([]));
      await page.keyboard.press('Control+z');
      await eventually(async () => expect(await labels()).toEqual(['Coal yard', 'Coal yard']));
      await page.keyboard.press('Control+c');
      await page.keyboard.press('PageDown');
      await page.getByRole('heading', { name: 'Annotations (0)' }).waitFor();
      await sheets.restingPercentage();
      await page.keyboard.press('Control+v');
      await eventually(async () => {
        const pages = (await sheets.annotations()).map((each) => each.document_page_id);
        expect([pages.length, new Set(pages).size]).toEqual([4, 2]);
      });
      await page.keyboard.press('p');
    });
  });

  it('keep a drawing that is under way when others change the sheet (ANN-03, ANN-11)', async () => {
    await pictured(watched, 'live', async () => {
      await sheets.open();
      const { x, y } = await sheets.middle();
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 30, y, { steps: 3 });
      const theirs = await sheets.annotate({ centerX: 300, centerY: 300, radiusX: 60, radiusY: 60 }, 'Theirs');
      await sheets.placeOf(theirs.id);
      await page.mouse.move(x + 60, y, { steps: 3 });
      await page.mouse.up();
      await eventually(async () => expect(await sheets.annotations()).toHaveLength(2));
      const own = (await sheets.annotations()).find(({ id }) => id !== theirs.id);
      expect(own?.coordinates.radiusX).toBeGreaterThan(100);
    });
  });

  it('leave nothing for axe to find serious (ANN-09)', async () => {
    await pictured(watched, 'axe', async () => {
      const { id } = await sheets.annotate();
      await sheets.open();
      await select(id);
      await page.getByRole('button', { name: 'Filter annotations' }).click();
      expect(await seriousProblems(page, 'a sheet with annotations')).toEqual([]);
    });
  });
});

it('nothing went wrong on any of these pages', () => {
  expect(watched.problems).toEqual([]);
});
