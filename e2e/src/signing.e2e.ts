import { jest } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { DECLARATION } from '@symbio/proto/labels';
import { COMPONENT_KINDS, COVERAGE_AREAS } from '@symbio/proto/project/vocabulary';
import { STANDARD_SOURCES } from '@symbio/proto/document/vocabulary';
import { makeTestSheetPdf } from '@symbio/fixtures/map-set';
import { seriousProblems } from '@symbio/tools/lab/screens/accessibility';
import {
  Api,
  eventually,
  type ErrorBody,
  type Many,
  type One,
  type Page as Sheet,
  type Project,
} from './api-client.js';
import { enter, launch, leave, openPage, pictured } from './browser.js';
import { READING_MS, TEST_MS } from './timeouts.js';

jest.setTimeout(TEST_MS);

interface Version {
  id: string;
  number: number;
  state: string;
  manifest_sha256: string;
  files: { name: string; sha256: string }[];
  signature: { licence: string | null } | null;
}

const FEATURE = 'Kent Avenue works';
const NARRATIVE = 'An oil tank stood beside the holder.';

let browser: Browser;
let staff: Api;
let project: Project;
let featureId: string;
let context: BrowserContext;
let page: Page;
let problems: string[];

const today = (): string => new Date().toISOString().slice(0, 10);

async function made<T extends { id: string }>(path: string, body: unknown): Promise<T> {
  const answer = await staff.post<One<T>>(path, body);
  expect({ path, status: answer.status, body: answer.body }).toMatchObject({ status: 201 });
  return answer.body.data;
}

async function saved(path: string, body: unknown): Promise<void> {
  const answer = await staff.put(path, body);
  expect({ path, status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
}

/** An assessment that lacks the determination of its feature only. */
async function assess(): Promise<void> {
  const { pdf } = await makeTestSheetPdf({ sheets: 1 });
  const sheets = await staff.process(await staff.uploadOne(project.id, 'kent.pdf', pdf, 'sanborn_maps'), project.id);
  await made(`/api/projects/${project.id}/site-visits`, {
    ...{ visit_date: today(), visit_time: '00:00', access_granted: true, findings: 'A vent pipe at the north wall.' },
  });
  await saved(`/api/public/projects/${project.id}/assessment`, {
    dates: COMPONENT_KINDS.filter((kind) => kind !== 'site_inspection').map((kind) => ({ kind, date: today() })),
  });
  const cells = COVERAGE_AREAS.flatMap((area) =>
    STANDARD_SOURCES.map((source) => ({
      ...{ source, decade: 1890, area, coverage_state: 'reviewed', note: 'At the county library.' },
    })),
  );
  await saved(`/api/public/projects/${project.id}/coverage`, { cells });
  // its year is recognized after processing, which changes the evidence
  const sheet = await eventually(async () => {
    const [only] = (await staff.get<Many<Sheet>>(`/api/documents/${sheets.id}/pages`)).body.data;
    expect(only?.metadata.year).toBe(1896);
    return only;
  }, READING_MS);
  const annotation = await made('/api/public/annotations', {
    ...{ document_id: sheets.id, document_page_id: sheet?.id, annotation_type: 'ellipse', content: 'OIL TANK' },
    coordinates: { centerX: 700, centerY: 600, radiusX: 90, radiusY: 60, theta: 0 },
  });
  const feature = await made('/api/public/features', {
    ...{ project_id: project.id, name: FEATURE, land_use: ['fuel_storage'], coordinate: '(-73.9757,40.7359)' },
  });
  await made('/api/public/mentions', {
    ...{ feature_of_interest_id: feature.id, source_annotation_id: annotation.id, narrative: NARRATIVE },
    ...{ confidence: 9, use_type: 'confirmed' },
  });
  featureId = feature.id;
}

beforeAll(async () => {
  [browser, staff] = await Promise.all([launch(), Api.signIn('staff@symbio.test')]);
  await staff.put('/api/me/qualification', { qualification: null });
  project = await staff.createProject(`Report to sign ${Date.now()}`);
  await assess();
  ({ page, context, problems } = await openPage(browser));
  await enter(page, 'staff@symbio.test');
});

afterAll(async () => {
  await leave(context);
  await browser.close();
});

const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const versions = async (): Promise<Version[]> =>
  (await staff.get<Many<Version>>(`/api/public/projects/${project.id}/report-versions`)).body.data;
const numbered = async (number: number): Promise<Version> => {
  const found = (await versions()).find((version) => version.number === number);
  if (!found) throw new Error(`There is no version ${number}`);
  return found;
};
const item = (number: number): Locator =>
  page
    .getByRole('list', { name: 'Versions' })
    .getByRole('listitem')
    .filter({ hasText: `Version ${number}` });
const stage = (name: 'Report Generation' | 'Sign & Send'): Promise<void> =>
  page.getByRole('link', { name }).first().click();

/** The item of the review list leads to the feature, which is judged there. */
async function judge(): Promise<void> {
  await page.goto(`/projects/${project.id}/report-generation`);
  const list = page.getByRole('list', { name: 'Review list' });
  await list.getByText('A feature has no determination.').waitFor();
  await button('Start Report').click();
  await page.getByText('The review list has required items. Correct them first.').first().waitFor();
  await list.getByRole('link', { name: FEATURE }).first().click();
  await page.getByRole('button', { name: 'Not determined' }).click();
  const drawer = page.getByRole('dialog', { name: `Determination of ${FEATURE}` });
  const answers: readonly (readonly [RegExp, string])[] = [
    [/^Is or was there a hazardous substance/, 'Yes'],
    [/^Is it there because of a release/, 'Yes'],
    [/^Does the condition generally pose no threat/, 'No'],
    [/^Was the release addressed/, 'No'],
  ];
  for (const [question, answer] of answers)
    await drawer.getByRole('radiogroup', { name: question }).getByText(answer, { exact: true }).click();
  await drawer.getByText('The answers point to REC.').waitFor();
  await drawer.getByRole('radiogroup', { name: 'Determination' }).getByText('REC', { exact: false }).first().click();
  await drawer.getByRole('textbox', { name: 'Reason' }).fill('Tanks of this age leaked.');
  await drawer.getByRole('button', { name: 'Save determination' }).click();
  await drawer.getByRole('button', { name: 'Save new determination' }).waitFor();
  await drawer.getByRole('button', { name: 'Close' }).click();
}

async function lockFirst(): Promise<void> {
  await page.goto(`/projects/${project.id}/report-generation`);
  await page.getByRole('heading', { name: 'Review list' }).waitFor();
  await button('Start Report').click();
  await button('Lock New Version').waitFor();
  await button('Edit Interviews').click();
  await page.getByRole('textbox', { name: 'Interviews' }).fill('The owner was asked on the telephone.');
  await button('Save').click();
  await page.getByRole('textbox', { name: 'Interviews' }).waitFor({ state: 'hidden' });
}

async function requestChanges(): Promise<void> {
  await stage('Sign & Send');
  await item(1).getByRole('button', { name: 'Submit for Review' }).click();
  await item(1).getByText('In review').waitFor();
  await item(1).getByRole('textbox', { name: 'Changes that are needed' }).fill('Say what the owner answered.');
  await item(1).getByRole('button', { name: 'Request Changes' }).click();
  await item(1).getByText('Draft').waitFor();
  await item(1).getByText('Say what the owner answered.').waitFor();
}

/** Refused until the account has a qualification. */
async function qualify(): Promise<void> {
  await button('Name Me').click();
  await page.getByText('Add your qualification to your profile before you sign.').first().waitFor();
  await page.getByRole('link', { name: 'account' }).click();
  await page.getByRole('combobox', { name: 'Qualification' }).selectOption('professional_licence');
  await page.getByRole('textbox', { name: 'Licence number' }).fill('PE-4711');
  await page.getByRole('textbox', { name: 'State or tribe' }).fill('NY');
  await button('Save Qualification').click();
  await eventually(async () => expect(await button('Save Qualification').isDisabled()).toBe(true));
  await page.goto(`/projects/${project.id}/sign-and-send`);
  await button('Name Me').click();
  await button('Withdraw My Name').waitFor();
}

async function signSecond(): Promise<void> {
  await stage('Report Generation');
  await button('Edit Interviews').click();
  await page.getByRole('textbox', { name: 'Interviews' }).fill('The owner knew of no tanks.');
  await button('Save').click();
  await page.getByRole('textbox', { name: 'Interviews' }).waitFor({ state: 'hidden' });
  await button('Lock New Version').click();
  await page.getByText(/^Version 2: Making the files/).waitFor();
  await stage('Sign & Send');
  await item(2).getByRole('button', { name: 'Submit for Review' }).click();
  await item(2).getByRole('button', { name: 'Changes since version 1' }).click();
  const changes = item(2).getByRole('list', { name: 'Changes' });
  await changes.getByText('Text interviews: added').waitFor();
  await changes.getByText('professional.licence: (none) → PE-4711').waitFor();
  expect(await seriousProblems(page, 'a version in review')).toEqual([]);
  await item(2).getByRole('checkbox', { name: DECLARATION }).check();
  await item(2).getByRole('button', { name: 'Sign', exact: true }).click();
  await item(2)
    .getByText(/^Signed by /)
    .waitFor();
}

/** The evidence changes afterwards. */
async function staysAsSigned(): Promise<void> {
  const signed = await numbered(2);
  expect(signed).toMatchObject({ state: 'signed', signature: { licence: 'PE-4711' } });
  expect(await item(2).getByRole('button', { name: 'Request Changes' }).count()).toBe(0);
  const refused = await staff.post<ErrorBody>(`/api/public/report-versions/${signed.id}/request-changes`, {
    reason: 'Too late.',
  });
  expect([refused.status, refused.body.code, refused.body.error]).toEqual([
    ...[409, 'wrong_state', 'This version is signed and can no longer be changed. Start a new draft.'],
  ]);
  await saved(`/api/public/features?id=${featureId}`, { name: 'A works that was renamed' });
  expect(await numbered(2)).toEqual(signed);
}

async function issueAndDownload(): Promise<void> {
  await button('Mark as Sent').click();
  await item(2).getByText('Issued').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), button('Download Report').click()]);
  expect(download.suggestedFilename()).toBe('report-v2.pdf');
  const pdf = await readFile(await download.path());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const { files } = await numbered(2);
  expect(createHash('sha256').update(pdf).digest('hex')).toBe(files.find(({ name }) => name === 'report.pdf')?.sha256);
}

it('a report is reviewed, changed, signed with a qualification, issued and downloaded (D-62, D-63)', async () => {
  await pictured({ page, problems }, 'signing', async () => {
    await judge();
    await lockFirst();
    await requestChanges();
    await qualify();
    await signSecond();
    await staysAsSigned();
    await issueAndDownload();
  });
  expect(problems).toEqual([]);
});
