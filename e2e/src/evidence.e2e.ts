import { readFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { makeTestSheetPdf } from '@symbio/fixtures/map-set';
import { seriousProblems, seriousProblemsIn } from '@symbio/tools/lab/screens/accessibility';
import { Api, eventually, type Document, type Many, type One, type Project } from './api-client.js';
import { enter, launch, leave, middleAtRest, openPage, pictured } from './browser.js';
import { TEST_MS } from './timeouts.js';

jest.setTimeout(TEST_MS);

interface Feature {
  id: string;
  name: string;
}
interface Mention {
  id: string;
  feature_of_interest_id: string | null;
  source_annotation_id: string;
}

/** 40.7142778, -74.0058333; the station is 13.6 m north of it. */
const PLACE = `40°42'51.4"N 74°0'21"W`;
const STATION = { name: 'Old Filling Station', land_use: ['gas_station'], coordinate: '(-74.0058333,40.7144)' };

let browser: Browser;
let staff: Api;
let project: Project;
let sheet: Document;
let station: Feature;
let context: BrowserContext;
let page: Page;
let problems: string[];

const addFeature = async (fields: object): Promise<Feature> => {
  const { status, body } = await staff.post<One<Feature>>('/api/public/features', {
    project_id: project.id,
    ...fields,
  });
  expect(status).toBe(201);
  return body.data;
};
const mentions = async (): Promise<Mention[]> =>
  (await staff.get<Many<Mention>>(`/api/public/mentions?project_id=${project.id}`)).body.data;

beforeAll(async () => {
  browser = await launch();
  staff = await Api.signIn('staff@symbio.test');
  project = await staff.createProject(`Evidence ${Date.now()}`);
  const { pdf } = await makeTestSheetPdf({ sheets: 1 });
  sheet = await staff.process(await staff.uploadOne(project.id, 'evidence.pdf', pdf, 'sanborn_maps'), project.id);
  station = await addFeature(STATION);
  ({ page, context, problems } = await openPage(browser));
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, 'staff@symbio.test');
});

afterAll(async () => {
  await leave(context);
  await browser.close();
});

const paste = async (text: string): Promise<void> => {
  await page.evaluate(
    (copied) =>
      (
        globalThis as unknown as { navigator: { clipboard: { writeText(text: string): Promise<void> } } }
      ).navigator.clipboard.writeText(copied),
    text,
  );
  await page.keyboard.press('ControlOrMeta+V');
};
const openInsights = async (): Promise<void> => {
  await page.goto(`/projects/${project.id}/insights?feature=${station.id}`);
  await page.getByRole('table', { name: 'Features of interest' }).waitFor();
};
/** Remembered once it was opened. */
const openHistory = async (): Promise<void> => {
  await openInsights();
  const fold = page.getByRole('button', { name: /^History/ });
  await fold.waitFor();
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
};

describe('evidence', () => {
  it('is linked to the feature that is there already, found by a pasted place (ANN-07, FEAT-03, FEAT-17, FEAT-28, OP-30)', async () => {
    await pictured({ page, problems }, 'evidence-associate', async () => {
      await page.goto(`/projects/${project.id}/documents/${sheet.id}`);
      await page.getByTestId('zoom-percentage').filter({ hasText: '%' }).waitFor();
      await page.getByText('Loading image...').waitFor({ state: 'hidden' });
      const { x, y } = await middleAtRest(page.getByTestId('viewer-canvas'));
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 36, y + 28, { steps: 6 });
      await page.mouse.up();
      const drawnByHand = await eventually(async () => {
        const { body } = await staff.get<Many<{ id: string; author_type: string }>>(
          `/api/public/annotations?document_id=${sheet.id}`,
        );
        const human = body.data.filter(({ author_type }) => author_type === 'human');
        expect(human).toHaveLength(1);
        return human;
      });
      const drawn = await middleAtRest(page.getByTestId(`annotation-${drawnByHand[0]?.id}`));
      await page.mouse.dblclick(drawn.x, drawn.y);
      const dialog = page.getByRole('dialog', { name: 'Associate with Feature' });
      await dialog.getByLabel(/^Longitude/).click();
      await paste(PLACE);
      await eventually(async () => {
        expect(await dialog.getByLabel(/^Latitude/).inputValue()).toBe('40.7142778');
        expect(await dialog.getByLabel(/^Longitude/).inputValue()).toBe('-74.0058333');
      });
      await dialog.getByRole('region', { name: 'Nearby features' }).getByText('Old Filling Station, 14 m').waitFor();
      await dialog.getByLabel('Narrative').fill('Two pumps at the corner.');
      expect(await seriousProblems(page, 'associate dialog')).toEqual([]);
      await dialog.getByRole('button', { name: 'Use instead: Old Filling Station' }).click();
      await eventually(async () =>
        expect(await dialog.getByLabel(/^Feature Name/).inputValue()).toBe('Old Filling Station'),
      );
      await dialog.getByRole('note').getByText('Typical contaminants:').waitFor();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Annotation has been successfully associated with a feature.').waitFor();
      await eventually(async () => {
        const found = (await mentions()).find((each) => each.source_annotation_id === drawnByHand[0]?.id);
        expect(found?.feature_of_interest_id).toBe(station.id);
      });
      const details = page.getByTestId('annotation-details');
      await details.getByTestId('linked-feature').getByText('Evidence for Old Filling Station').waitFor();
      await details.getByRole('button', { name: 'Edit feature' }).waitFor();
      await page.getByRole('button', { name: /linked to Old Filling Station/ }).waitFor();

      // deletion names the linked evidence, and can be undone
      await details.getByRole('button', { name: 'Delete' }).click();
      const question = page.getByRole('alertdialog');
      await question.getByText('is evidence for “Old Filling Station”').waitFor();
      await question.getByRole('button', { name: 'Delete' }).click();
      const outline = page.getByTestId(`annotation-${drawnByHand[0]?.id}`);
      await outline.waitFor({ state: 'detached' });
      const told = page.getByRole('status').filter({ hasText: 'deleted' });
      await told.getByRole('button', { name: 'Undo' }).click();
      await outline.waitFor({ state: 'attached' });
      await eventually(async () =>
        expect((await mentions()).some((each) => each.source_annotation_id === drawnByHand[0]?.id)).toBe(true),
      );
      await details.getByRole('link', { name: 'Old Filling Station' }).click();
      await page.waitForURL(`**/insights?feature=${station.id}`);
    });
  });

  it('asks about an ambiguous place before it fills anything (FEAT-03)', async () => {
    await pictured({ page, problems }, 'evidence-asks', async () => {
      await openHistory();
      await page.getByRole('button', { name: 'View on sheet' }).first().click();
      const drawer = page.getByRole('dialog', { name: 'Evidence' });
      await drawer.getByRole('button', { name: 'Associate with Feature' }).click();
      const dialog = page.getByRole('dialog', { name: 'Associate with Feature' });
      await dialog.getByLabel(/^Latitude/).fill('');
      await paste('(-73.99,40.7)');
      await dialog.getByText('can be read in more than one way').waitFor();
      expect(await dialog.getByLabel(/^Latitude/).inputValue()).toBe('');
      await dialog.getByRole('button', { name: '40.7° N, 73.99° W' }).click();
      await eventually(async () => expect(await dialog.getByLabel(/^Longitude/).inputValue()).toBe('-73.99'));
      await page.keyboard.press('Escape');
      await dialog.getByText('Your changes are not saved.').waitFor();
      await dialog.getByRole('button', { name: 'Discard' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await drawer.getByRole('button', { name: 'Close' }).click();
    });
  });

  it('is seen in place: the sheet zoomed to the ellipse, without leaving Insights (FEAT-19)', async () => {
    await pictured({ page, problems }, 'evidence-drawer', async () => {
      await openHistory();
      await page
        .getByRole('row')
        .filter({ hasText: 'Two pumps at the corner.' })
        .getByRole('button', { name: 'View on sheet' })
        .click();
      const drawer = page.getByRole('dialog', { name: 'Evidence' });
      await drawer.getByText('Loading image...').waitFor({ state: 'hidden' });
      await eventually(async () => {
        const view = await drawer.getByTestId('sheet-excerpt').boundingBox();
        const outline = await drawer.getByTestId('excerpt-outline').boundingBox();
        if (!view || !outline) throw new Error('nothing is outlined yet');
        expect(outline.x + outline.width / 2).toBeCloseTo(view.x + view.width / 2, -1);
        expect(outline.y + outline.height / 2).toBeCloseTo(view.y + view.height / 2, -1);
        expect(outline.width).toBeGreaterThan(view.height / 5);
      });
      expect(await seriousProblems(page, 'evidence drawer')).toEqual([]);
      expect(new URL(page.url()).pathname).toBe(`/projects/${project.id}/insights`);
      // another user's change updates the table without moving it
      await addFeature({ name: 'Old Filling Sta.', land_use: ['auto_repair'], coordinate: '(-74.0058333,40.71443)' });
      await page.getByTestId(`feature-${station.id}`).getByText('1 nearby').waitFor();
      expect(await drawer.isVisible()).toBe(true);
      await drawer.getByRole('button', { name: 'Close' }).click();
      await drawer.waitFor({ state: 'hidden' });
    });
  });

  it('merges duplicate features: the name to keep is chosen, and the effect is explained (FEAT-28)', async () => {
    await pictured({ page, problems }, 'evidence-merge', async () => {
      await openHistory();
      await page.getByRole('region', { name: 'Mention history' }).getByRole('button', { name: 'Merge...' }).click();
      const dialog = page.getByRole('dialog', { name: 'Merge features' });
      await dialog.getByRole('radio', { name: /Old Filling Sta\./ }).check();
      await dialog.getByText('“Old Filling Station” is removed; Undo restores it.').waitFor();
      await dialog.getByText(/1 mention moves to “Old Filling Sta\.”/).waitFor();
      expect(await seriousProblems(page, 'merge dialog')).toEqual([]);
      await dialog.getByRole('button', { name: 'Merge' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByTestId(`feature-${station.id}`).waitFor({ state: 'detached' });
      const kept = await eventually(async () => {
        const [mention] = (await mentions()).filter((each) => each.feature_of_interest_id !== null);
        expect(mention).toBeDefined();
        expect(mention?.feature_of_interest_id).not.toBe(station.id);
        return mention?.feature_of_interest_id;
      });
      const row = page.getByRole('row').filter({ hasText: 'Two pumps at the corner.' });
      await row.getByText('Moved here from elsewhere').waitFor();
      await page.waitForURL((url) => url.searchParams.get('feature') === kept);
    });
  });

  it('is rejected and no longer valid, with reviewer and reason in its history (FEAT-25, OP-29)', async () => {
    await pictured({ page, problems }, 'evidence-reject', async () => {
      const row = page.getByRole('row').filter({ hasText: 'Moved here from elsewhere' });
      await row.getByRole('button', { name: 'Reject' }).click();
      const dialog = page.getByRole('alertdialog');
      await dialog.getByRole('textbox', { name: 'Why is it wrong? (optional)' }).fill('It is a cistern.');
      await dialog.getByRole('button', { name: 'Reject' }).click();
      const table = page.getByRole('table', { name: 'Mentions' });
      const rejected = table.getByRole('row').filter({ hasText: 'Rejected for this reason' });
      await rejected.getByText('It is a cistern.').waitFor();
      await table.getByText('rejected', { exact: true }).waitFor();
      await table.getByText('active', { exact: true }).waitFor({ state: 'detached' });
    });
  });

  it('leaves as an Excel workbook', async () => {
    await pictured({ page, problems }, 'evidence-workbook', async () => {
      await openInsights();
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: /^Excel workbook/ }).click();
      const file = await coming;
      expect(file.suggestedFilename()).toMatch(/^evidence-\d+-evidence\.xlsx$/);
      expect(
        readFileSync(await file.path())
          .subarray(0, 2)
          .toString(),
      ).toBe('PK');
    });
  });

  it('leaves as GeoJSON, KML and CSV that other programs read', async () => {
    await pictured({ page, problems }, 'evidence-export', async () => {
      await openInsights();
      const download = async (item: string): Promise<{ name: string; text: string }> => {
        const coming = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Export' }).click();
        await page.getByRole('menuitem', { name: item }).click();
        const file = await coming;
        return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
      };
      for (const [kind, what] of [
        ['Features', 'features'],
        ['Mentions', 'mentions'],
        ['Annotations', 'annotations'],
      ] as const) {
        const geojson = await download(`${kind} as GeoJSON`);
        expect(geojson.name).toMatch(new RegExp(`^evidence-\\d+-${what}\\.geojson$`));
        const collection = JSON.parse(geojson.text) as { type: string; features: { id: string; type: string }[] };
        expect(collection.type).toBe('FeatureCollection');
        const count = collection.features.length;
        expect(count).toBeGreaterThan(0);

        const kml = await download(`${kind} as KML`);
        expect(kml.name).toBe(geojson.name.replace(/geojson$/, 'kml'));
        const placemarks = await page.evaluate((xml) => {
          const { DOMParser } = globalThis as unknown as {
            DOMParser: new () => {
              parseFromString(text: string, type: string): { getElementsByTagName(name: string): { length: number } };
            };
          };
          const parsed = new DOMParser().parseFromString(xml, 'application/xml');
          return parsed.getElementsByTagName('parsererror').length > 0
            ? -1
            : parsed.getElementsByTagName('Placemark').length;
        }, kml.text);
        expect(placemarks).toBe(count);

        const csv = await download(`${kind} as CSV`);
        expect(csv.text.startsWith('\uFEFFid,')).toBe(true);
        for (const { id } of collection.features) expect(csv.text).toContain(`\r\n${id},`);
      }
    });
  });

  it('gives axe nothing serious to find on a phone, in light and in dark', async () => {
    const phone = { width: 390, height: 844 };
    const looks = [
      { scheme: 'light', ...phone },
      { scheme: 'dark', ...phone },
    ] as const;
    const seen = await openPage(browser, phone);
    await pictured(seen, 'evidence-axe', async () => {
      await enter(seen.page, 'staff@symbio.test');
      await seen.page.goto(`/projects/${project.id}/insights`);
      await seen.page.getByRole('table', { name: 'Features of interest' }).waitFor();
      expect(await seriousProblemsIn(seen.page, 'features', looks)).toEqual([]);
      await seen.page.getByRole('button', { name: 'Old Filling Sta.' }).click();
      await seen.page.getByRole('button', { name: /^History/ }).click();
      await seen.page.getByRole('table', { name: 'Mentions' }).waitFor();
      expect(await seriousProblemsIn(seen.page, 'insights', looks)).toEqual([]);
      await seen.page.getByRole('button', { name: 'View on sheet' }).first().click();
      const drawer = seen.page.getByRole('dialog', { name: 'Evidence' });
      await drawer.getByTestId('excerpt-outline').waitFor({ state: 'attached' });
      await drawer.getByText('Loading image...').waitFor({ state: 'hidden' });
      expect(await seriousProblemsIn(seen.page, 'drawer', looks)).toEqual([]);
      expect(
        await seen.page.evaluate(() => {
          const { document: shown } = globalThis as unknown as {
            document: { documentElement: { scrollWidth: number; clientWidth: number } };
          };
          return shown.documentElement.scrollWidth - shown.documentElement.clientWidth;
        }),
      ).toBeLessThanOrEqual(0);
      await drawer.getByRole('button', { name: 'Close' }).click();
      await seen.page.goBack();
      await seen.page.getByRole('table', { name: 'Features of interest' }).waitFor();
      expect(seen.problems).toEqual([]);
    });
    await leave(seen.context);
  });

  it('does all that without an error on the page', () => {
    expect(problems).toEqual([]);
  });
});
