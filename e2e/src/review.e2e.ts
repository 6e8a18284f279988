import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Locator, Page as BrowserPage } from 'playwright-core';
import { makeTestSheetPdf } from '@symbio/fixtures/map-set';
import { seriousProblems } from '@symbio/tools/lab/screens/accessibility';
import {
  Api,
  LOCAL_API_KEY,
  eventually,
  type Document,
  type Many,
  type One,
  type Page,
  type Project,
} from './api-client.js';
import { enter, launch, leave, middleAtRest, openPage, pictured } from './browser.js';
import { TEST_MS } from './timeouts.js';

jest.setTimeout(TEST_MS);

interface Annotation {
  id: string;
  document_page_id: string;
  author_type: string;
  content: string;
  coordinates: { centerX: number; centerY: number };
  derived_from: string | null;
  decisions: { verdict: string; reason: string | null; copy_id: string | null; author_name: string | null }[];
}
interface Mention {
  source_annotation_id: string;
  feature_of_interest_id: string | null;
  current_confidence: number | null;
  history_count: number;
}

/** Agent proposals, most certain first; all of the riskiest kind, so they precede the spotter's. */
const PROPOSED = [
  { label: 'CLEANING & DYEING', use: 'dry_cleaner', confidence: 10 },
  { label: 'GASOLINE', use: 'gas_station', confidence: 9.9 },
  { label: 'OIL ST.', use: 'fuel_storage', confidence: 9.8 },
  { label: 'GAS HOLDER', use: 'gas_holder_site', confidence: 9.7 },
  { label: 'PLATING', use: 'metal_plating', confidence: 9.6 },
  { label: 'CREOSOTING', use: 'wood_treatment', confidence: 9.5 },
  { label: 'PESTICIDES', use: 'pesticide_storage_mixing_site', confidence: 9.4 },
] as const;

let browser: Browser;
let staff: Api;
let project: Project;
let sheets: Document;
let pages: Page[];
let proposals: Annotation[];
let context: BrowserContext;
let page: BrowserPage;
let problems: string[];

beforeAll(async () => {
  browser = await launch();
  staff = await Api.signIn('staff@symbio.test');
  project = await staff.createProject(`Proposals to decide ${Date.now()}`);
  const { pdf } = await makeTestSheetPdf({ sheets: 2 });
  sheets = await staff.process(await staff.uploadOne(project.id, 'sheets.pdf', pdf, 'sanborn_maps'), project.id);
  pages = (await staff.get<Many<Page>>(`/api/documents/${sheets.id}/pages`)).body.data;
  proposals = await propose();
  ({ page, context, problems } = await openPage(browser));
  await enter(page, 'staff@symbio.test');
});

afterAll(async () => {
  await leave(context);
  await browser.close();
});

async function propose(): Promise<Annotation[]> {
  const agent = new Api(LOCAL_API_KEY);
  const made: Annotation[] = [];
  for (const [index, { label, use, confidence }] of PROPOSED.entries()) {
    const annotation = await agent.post<One<Annotation>>('/api/public/annotations', {
      document_id: sheets.id,
      document_page_id: pages[index % 2]?.id,
      annotation_type: 'ellipse',
      coordinates: { centerX: 300 + index * 200, centerY: 500 + index * 120, radiusX: 70, radiusY: 50, theta: 0 },
      content: label,
    });
    expect([annotation.status, annotation.body.data.author_type]).toEqual([201, 'ai_agent']);
    const feature = await agent.post<One<{ id: string }>>('/api/public/features', {
      project_id: project.id,
      name: `Site of ${label}`,
      land_use: [use],
      coordinate: `(${-73.97 + index / 100},40.73)`,
    });
    const mention = await agent.post('/api/public/mentions', {
      feature_of_interest_id: feature.body.data.id,
      source_annotation_id: annotation.body.data.id,
      narrative: `The sheet reads “${label}”.`,
      confidence,
      use_type: 'suspected',
    });
    expect([feature.status, mention.status]).toEqual([201, 201]);
    made.push(annotation.body.data);
  }
  return made;
}

const sheetAddress = (query: string): string => `/projects/${project.id}/documents/${sheets.id}${query}`;
const labelled = (index: number): string => PROPOSED[index]?.label ?? '';
const looksAt = async (index: number): Promise<void> => {
  await page
    .getByTestId('review-label')
    .filter({ hasText: labelled(index) })
    .waitFor();
  await page
    .locator(`[data-testid="annotation-${proposals[index]?.id}"][data-selected="true"]`)
    .waitFor({ state: 'attached' });
};
const annotationOf = async (id: string | null | undefined): Promise<Annotation> => {
  const { status, body } = await staff.get<One<Annotation>>(`/api/annotations/${id}`);
  expect(status).toBe(200);
  return body.data;
};
const verdicts = async (index: number): Promise<string[]> =>
  (await annotationOf(proposals[index]?.id)).decisions.map(({ verdict }) => verdict);
const copyOf = (index: number): Promise<string> =>
  eventually(async () => {
    const id = (await annotationOf(proposals[index]?.id)).decisions[0]?.copy_id;
    if (!id) throw new Error('the proposal has no copy');
    return id;
  });
const mentionAbout = async (annotationId: string | null | undefined): Promise<Mention | undefined> =>
  (await staff.get<Many<Mention>>(`/api/public/mentions?annotation_id=${annotationId}`)).body.data[0];

/** A comment that mentions the reviewer, and an assignment, reach the reviewer's open window. */
async function isDiscussed(others: BrowserPage, annotationId: string, reviewer: string): Promise<void> {
  await page.goto(sheetAddress(`?page=1&annotation=${annotationId}`));
  const received = page.getByTestId('comments');
  await received.getByRole('heading', { name: 'Comments', exact: true }).waitFor();
  await others.goto(sheetAddress(`?page=1&annotation=${annotationId}`));
  const comments = others.getByTestId('comments');
  const box = comments.getByRole('textbox', { name: 'New comment' });
  await box.pressSequentially(`@${reviewer.slice(0, 3)}`);
  await comments.getByRole('listbox').getByRole('option', { name: reviewer }).click();
  await box.pressSequentially('is this the tank of 1911?');
  await comments.getByRole('button', { name: 'Comment', exact: true }).click();
  await comments.getByRole('combobox', { name: 'Assigned to' }).selectOption({ label: reviewer });
  await received.getByRole('heading', { name: 'Comments (1)' }).waitFor();
  await received.getByText(`@${reviewer}`).waitFor();
  await received.getByText('is this the tank of 1911?').waitFor();
  await eventually(async () => {
    const assigned = received.getByRole('combobox', { name: 'Assigned to' }).locator('option:checked');
    expect(await assigned.textContent()).toBe(reviewer);
  });
}

describe('the review of what AI agents propose', () => {
  it('is entered from Insights at the riskiest, most certain proposal (FEAT-21)', async () => {
    await pictured({ page, problems }, 'review-entry', async () => {
      await page.goto(`/projects/${project.id}/insights`);
      await page.getByRole('button', { name: /^Review \d+ proposals$/ }).click();
      await page.waitForURL(`**/documents/${sheets.id}?**review=1**`);
      await looksAt(0);
      const bar = page.getByTestId('review-bar');
      await bar.getByText(/^Proposal 1 of \d+$/).waitFor();
      await bar.getByText('The sheet reads “CLEANING & DYEING”.').waitFor();
      await bar.getByText('10/10').waitFor();
      expect(await verdicts(0)).toEqual([]);
    });
  });

  it('goes by keys alone: accept, edit, reject, link, undo; across pages, everything on record (FEAT-14, FEAT-15, OP-24, OP-29)', async () => {
    await pictured({ page, problems }, 'review-keys', async () => {
      await page.goto(sheetAddress(''));
      await page.getByText('Loading image...').waitFor({ state: 'hidden' });
      await page.getByTestId('review-button').waitFor();
      await page.keyboard.press('Shift+v');
      await looksAt(0);

      await page.keyboard.press('a');
      await looksAt(1);
      const accepted = await eventually(async () => {
        const proposal = await annotationOf(proposals[0]?.id);
        expect(proposal.decisions).toMatchObject([{ verdict: 'accepted' }]);
        return proposal;
      });
      const copy = await annotationOf(accepted.decisions[0]?.copy_id);
      expect(copy).toMatchObject({ author_type: 'human', derived_from: proposals[0]?.id, content: labelled(0) });
      await eventually(async () =>
        expect(await mentionAbout(copy.id)).toMatchObject({ current_confidence: PROPOSED[0].confidence }),
      );

      // on the second sheet: moves the outline by ten pixels before accepting it
      await page.keyboard.press('e');
      await page.getByLabel('Label of your copy').waitFor();
      await page.locator('[data-testid^="annotation-temp-"][data-selected="true"]').waitFor({ state: 'attached' });
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('Enter');
      await looksAt(2);
      const edited = await annotationOf(await copyOf(1));
      expect(edited.coordinates.centerX).toBe((proposals[1]?.coordinates.centerX ?? 0) + 10);
      expect((await annotationOf(proposals[1]?.id)).coordinates.centerX).toBe(proposals[1]?.coordinates.centerX);

      await page.keyboard.press('r');
      await page.getByRole('group', { name: 'Why is it rejected?' }).waitFor();
      await page.keyboard.press('3');
      await looksAt(3);
      await eventually(async () =>
        expect((await annotationOf(proposals[2]?.id)).decisions).toMatchObject([
          { verdict: 'rejected', reason: 'A street, owner or legend, not a site' },
        ]),
      );

      await page.keyboard.press('l');
      const dialog = page.getByRole('dialog', { name: 'Associate with Feature' });
      await eventually(async () =>
        expect(await dialog.getByLabel('Feature Name').inputValue()).toBe(`Site of ${labelled(3)}`),
      );
      // Escape leaves the proposal open
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await looksAt(3);
      expect(await verdicts(3)).toEqual([]);
      await page.keyboard.press('l');
      await dialog.getByLabel('Feature Name').press('Enter');
      await page.getByText('Feature Associated').waitFor();
      await looksAt(4);
      const linked = await copyOf(3);
      await eventually(async () =>
        expect((await mentionAbout(linked))?.feature_of_interest_id).toMatch(/^[0-9a-f-]{36}$/),
      );

      await page.keyboard.press('a');
      await eventually(async () => expect(await verdicts(4)).toEqual(['accepted']));
      await page.keyboard.press('Control+z');
      await looksAt(4);
      await eventually(async () => expect(await verdicts(4)).toEqual(['accepted', 'undone']));
      await page.keyboard.press('a');
      await eventually(async () => expect(await verdicts(4)).toEqual(['accepted', 'undone', 'accepted']));
      await page
        .getByTestId('review-progress')
        .filter({ hasText: '5 decided today' })
        .filter({ hasText: 'per minute' })
        .waitFor();
    });
  });

  it('keeps the proposal visible on a phone: the sheet above, the decision below (ANN-09)', async () => {
    const before = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    try {
      await pictured({ page, problems }, 'review on a phone', async () => {
        await page.goto(sheetAddress('?review=1'));
        await page.getByTestId('review-label').waitFor();
        await page.getByText('Loading image...').waitFor({ state: 'hidden' });
        const boxOf = async (locator: Locator) => {
          const box = await locator.boundingBox();
          if (!box) throw new Error('It is not on the screen.');
          return { ...box, bottom: box.y + box.height, right: box.x + box.width };
        };
        await eventually(async () => {
          const sheet = await boxOf(page.getByTestId('viewer-canvas'));
          const panel = await boxOf(page.getByRole('complementary', { name: 'Annotations' }));
          const accept = await boxOf(
            page.getByRole('group', { name: 'Decide' }).getByRole('button', { name: 'Accept' }),
          );
          const corner = await boxOf(page.getByTestId('annotation-delete'));
          expect(sheet.height).toBeGreaterThan(200);
          expect(sheet.bottom).toBeLessThanOrEqual(panel.y);
          expect(accept.bottom).toBeLessThanOrEqual(844);
          expect([corner.y > sheet.y, corner.bottom < sheet.bottom]).toEqual([true, true]);
          expect([corner.x > 0, corner.right < 390]).toEqual([true, true]);
        });
        expect(await seriousProblems(page, 'the review on a phone')).toEqual([]);
      });
    } finally {
      if (before) await page.setViewportSize(before);
    }
  });

  it('shows reviewer, decision and time on the annotation, live for other users (OP-29, ANN-09)', async () => {
    await pictured({ page, problems }, 'review-record', async () => {
      await page.goto(sheetAddress(`?page=${pages[0]?.id}&annotation=${proposals[2]?.id}`));
      const record = page.getByTestId('decisions');
      await record.getByText('rejected it: A street, owner or legend, not a site').waitFor();
      expect(await seriousProblems(page, 'a decided proposal')).toEqual([]);
    });
  });

  it('can be decided in Insights too: sheet, queue and history show the same decision and term (FEAT-25, OP-29)', async () => {
    await pictured({ page, problems }, 'review-insights', async () => {
      const proposal = proposals[5];
      await page.goto(`/projects/${project.id}/insights`);
      await page.getByRole('button', { name: `Site of ${labelled(5)}` }).click();
      await page.getByRole('button', { name: /^History/ }).click();
      const group = page.getByTestId('mention-group');
      await group.getByText(`${labelled(5)}, sheets`, { exact: true }).waitFor();
      await group.getByRole('button', { name: 'Reject' }).click();
      const dialog = page.getByRole('alertdialog');
      await dialog.getByLabel('Why is it wrong? (optional)').fill('A dealer, no works');
      await dialog.getByRole('button', { name: 'Reject' }).click();
      await group.getByText('rejected', { exact: true }).waitFor();
      await eventually(async () =>
        expect((await annotationOf(proposal?.id)).decisions).toMatchObject([
          { verdict: 'rejected', reason: 'A dealer, no works' },
        ]),
      );
      await eventually(async () =>
        expect(await mentionAbout(proposal?.id)).toMatchObject({ current_confidence: null, history_count: 2 }),
      );
      await page.goto(sheetAddress(`?page=${proposal?.document_page_id}&annotation=${proposal?.id}`));
      await page.getByTestId('decisions').getByText('rejected it: A dealer, no works').waitFor();
      await page
        .getByTestId('linked-feature')
        .getByText(`Rejected as evidence for Site of ${labelled(5)}`)
        .waitFor();
    });
  });

  it('works in the list of unassociated findings: accept, undo, and accept by linking (FEAT-21, OP-27)', async () => {
    await pictured({ page, problems }, 'review-unassociated', async () => {
      const proposal = proposals[6];
      const { feature_of_interest_id: featureId } = (await mentionAbout(proposal?.id)) ?? {};
      expect((await staff.delete(`/api/public/features?id=${featureId}`)).status).toBe(200);
      await page.goto(`/projects/${project.id}/insights?feature=unassociated`);
      const row = page.getByRole('row').filter({ hasText: `The sheet reads “${labelled(6)}”.` });
      await row.getByText(`Proposed by an agent · ${labelled(6)}, sheets`).waitFor();
      await row.getByRole('button', { name: 'Accept' }).click();
      await eventually(async () => expect(await verdicts(6)).toEqual(['accepted']));
      await row.getByText(/^Confirmed by/).waitFor();
      const told = page.getByRole('status').filter({ hasText: '1 finding accepted' });
      await told.getByRole('button', { name: 'Undo' }).click();
      await eventually(async () => expect(await verdicts(6)).toEqual(['accepted', 'undone']));

      await row.getByRole('button', { name: 'Accept' }).waitFor();
      await row.getByRole('checkbox').check();
      const picks = page.getByRole('group', { name: 'Picked findings' });
      expect(await seriousProblems(page, 'picked findings')).toEqual([]);
      await picks.getByRole('button', { name: 'Associate...' }).click();
      const dialog = page.getByRole('dialog', { name: 'Associate 1 finding' });
      await dialog.getByRole('combobox').fill(`site of ${labelled(4)}`.toLowerCase());
      await dialog.getByRole('button', { name: 'Associate', exact: true }).click();
      await page.getByText(`1 finding associated with “Site of ${labelled(4)}”`).waitFor();
      await eventually(async () => {
        const copyId = (await annotationOf(proposal?.id)).decisions.at(-1)?.copy_id;
        const linked = await mentionAbout((await annotationOf(proposals[4]?.id)).decisions.at(-1)?.copy_id);
        expect(await mentionAbout(copyId)).toMatchObject({
          feature_of_interest_id: linked?.feature_of_interest_id ?? 'a feature',
          current_confidence: PROPOSED[6].confidence,
        });
      });
    });
  });

  it('of two people: each sees the other on the page, and the other’s decisions, comments and assignments without a reload', async () => {
    const other = await openPage(browser, { scheme: 'dark' });
    const agent = new Api(LOCAL_API_KEY);
    await pictured(other, 'review-two', async () => {
      await enter(other.page, 'admin@symbio.test');
      await page.goto(sheetAddress('?page=1'));
      await other.page.goto(sheetAddress('?page=1'));
      const { body: mine } = await staff.get<One<{ name: string }>>('/api/me');
      await other.page
        .getByTestId('presence')
        .getByRole('img', { name: `${mine.data.name}, on this page` })
        .waitFor();
      await page
        .getByTestId('presence')
        .getByRole('img', { name: /, on this page$/ })
        .waitFor();
      await other.page.getByTestId('page-item-1').getByTestId('presence-mark').waitFor();
      // each user sees the other's named cursor while the window shows the page
      const sheet = await middleAtRest(page.getByTestId('viewer-canvas'));
      await page.mouse.move(sheet.x, sheet.y);
      await other.page.getByTestId('other-cursor').getByText(mine.data.name).waitFor();

      const { body } = await agent.post<One<Annotation>>('/api/public/annotations', {
        document_id: sheets.id,
        document_page_id: pages[0]?.id,
        annotation_type: 'ellipse',
        coordinates: { centerX: 800, centerY: 300, radiusX: 60, radiusY: 60, theta: 0 },
        content: `NEW ${randomUUID().slice(0, 4)}`,
      });
      await other.page.getByTestId(`annotation-${body.data.id}`).waitFor({ state: 'attached' });
      await page.goto(sheetAddress(`?page=1&annotation=${body.data.id}&review=1`));
      await page.getByTestId('review-label').filter({ hasText: body.data.content }).waitFor();
      await page
        .locator(`[data-testid="annotation-${body.data.id}"][data-selected="true"]`)
        .waitFor({ state: 'attached' });
      expect(await seriousProblems(page, 'the review')).toEqual([]);
      expect(await seriousProblems(other.page, 'a sheet with company')).toEqual([]);
      await page.keyboard.press('a');
      const copyId = await eventually(async () => {
        const id = (await annotationOf(body.data.id)).decisions[0]?.copy_id;
        if (!id) throw new Error('the proposal has no copy');
        return id;
      });
      await other.page.getByTestId(`annotation-${copyId}`).waitFor({ state: 'attached' });

      await isDiscussed(other.page, copyId, mine.data.name);

      await page.goto(sheetAddress('?page=2'));
      await other.page
        .getByTestId('presence')
        .getByRole('img', { name: `${mine.data.name}, in this project` })
        .waitFor();
      await other.page.getByTestId('page-item-2').getByTestId('presence-mark').waitFor();
    });
    expect(other.problems).toEqual([]);
    await leave(other.context);
  });

  it('nothing went wrong on any of these pages', () => {
    expect(problems).toEqual([]);
  });
});
