/** From a vendor's package to decided evidence, as a careful person does it. */
import { eventually, noJobs } from '../../harness/world.js';
import type { Person } from './person.js';
import { screen, type Work } from './work.js';

/** Reading of all pages on a busy machine. */
const READ_MS = 3_600_000;

/** The PDF is dropped, each proposed document looked at, and scans without a cover are merged with the one before. */
export async function splitPackage(work: Work, pdf: Buffer): Promise<void> {
  const { person } = work;
  const { page } = person;
  await person.open(screen(work, 'data-collection'));
  const file = { name: 'data package.pdf', mimeType: 'application/pdf', buffer: pdf };
  await person.drop(page.getByTestId('upload-input'), file);
  await person.click(page.getByRole('link', { name: 'Split', exact: true }));
  const confirm = page.getByRole('button', { name: /^Confirm \d+ documents$/ });
  await confirm.waitFor();
  const proposed = page.getByRole('group', { name: /^Document \d+$/ });
  for (let at = 1; at < (await proposed.count()); at++) await person.press('n');
  const unknown = proposed.filter({ has: page.locator('select option[value=""]:checked') });
  while ((await unknown.count()) > 0) {
    const left = await proposed.count();
    await person.click(unknown.first().getByRole('button', { name: /^Merge with \d+/ }));
    await eventually(async () => {
      if ((await proposed.count()) === left) throw new Error('The document is not merged.');
    });
  }
  await person.click(confirm);
  await page.getByRole('button', { name: /^Undo split/ }).waitFor();
}

/** Maps, directories and texts are read without a request. */
export const readDocuments = ({ client }: Work): Promise<void> => noJobs(client, READ_MS);

/** Land use of a site of which neither the proposal nor its label says one. */
const OTHER_USE = 'other';

/** The form of a feature: it has the name and the place; the land use may be missing. */
async function saveFeature(person: Person): Promise<void> {
  const dialog = person.dialog('Associate with Feature');
  const use = dialog.getByRole('combobox', { name: /^Land Use/ });
  await use.locator('option').nth(1).waitFor({ state: 'attached' });
  if ((await use.inputValue()) === '') await person.choose(use, { value: OTHER_USE });
  await person.click(dialog.getByRole('button', { name: /^(?:Save|Update)$/ }));
  await dialog.waitFor({ state: 'hidden' });
}

/** Proposals about one address or building are accepted as one feature. */
export async function decidePlaces(work: Work): Promise<void> {
  const { person } = work;
  const { page } = person;
  await person.open(screen(work, 'insights'));
  await person.click(person.button('Unassociated Mentions'));
  await page.getByRole('table', { name: 'Mentions' }).waitFor();
  const groups = page.getByTestId('place-group');
  const places = groups.getByRole('button', { name: /^Associate \d+/ });
  for (let left = await places.count(); left > 0; left = await places.count()) {
    const [first] = await groups.allInnerTexts();
    // the list was refreshed since the count
    if (first === undefined || !(await person.clickIfThere(places.first()))) continue;
    await saveFeature(person);
    await eventually(async () => {
      // another place of a long list may take its row
      if ((await places.count()) >= left && (await groups.allInnerTexts())[0] === first)
        throw new Error('The place is still listed.');
    });
  }
}

/** The others are looked at on their sheets, and accepted with their feature. */
export async function decideProposals(work: Work): Promise<void> {
  const { person } = work;
  const { page } = person;
  await person.click(page.getByRole('button', { name: /^Review \d+ proposals?$/ }));
  const bar = page.getByTestId('review-bar');
  const ready = bar.locator('button[aria-keyshortcuts="L"]:not([aria-disabled="true"])');
  const done = bar.getByText('Everything is decided.');
  for (;;) {
    await ready.or(done).first().waitFor();
    if (await done.isVisible()) return;
    await person.press('l');
    await saveFeature(person);
  }
}

/** The report's table is compared and taken. */
export async function takeRadiusReport(work: Work): Promise<void> {
  const { person } = work;
  const { page } = person;
  await person.open(screen(work, 'records'));
  await person.click(person.button('Radius report'));
  const documents = page.getByRole('combobox', { name: 'Document' });
  const report = documents.locator('option', { hasText: 'Regulatory Database' }).first();
  await report.waitFor({ state: 'attached' });
  await person.choose(documents, (await report.textContent()) ?? '');
  await person.click(person.button('Read the report'));
  const take = page.getByRole('button', { name: /^Take \d+ sites?$/ });
  await take.waitFor();
  for (const box of await page.getByRole('checkbox', { name: /confirm/i }).all())
    if (!(await box.isChecked())) await person.click(box);
  await person.click(take);
  await person.button('Undo confirmation').waitFor();
}

/** Records on the property one by one, the others by one rule. */
export async function disposeOfRecords(work: Work): Promise<void> {
  const { person } = work;
  const { page } = person;
  await person.click(person.button('Records'));
  await person.click(page.getByRole('tab', { name: /^Records/ }));
  await person.choose(page.getByRole('combobox', { name: 'Place', exact: true }), 'On the property');
  // the table is filtered
  await person.button('Clear filters').waitFor();
  const table = page.getByRole('table', { name: 'Records', exact: true });
  const undecided = page.getByRole('button', { name: /^Decide shown \(\d/ });
  const count = await table.locator('[data-index]').count();
  for (let index = 0; index < count; index++) {
    const row = table.locator(`[data-index="${index}"]`);
    await (index === 0 ? person.click(row) : person.press('j'));
    await row.and(page.locator('[aria-selected="true"]')).waitFor();
    const before = await undecided.textContent();
    await person.press('r');
    await eventually(async () => {
      if ((await undecided.textContent()) === before) throw new Error('The record is not decided.');
    });
  }
  await person.click(page.getByRole('tab', { name: 'Rules' }));
  await person.click(page.getByRole('button', { name: /^New rule/ }));
  const dialog = person.dialog('Not relevant by a rule');
  await person.click(dialog.getByRole('checkbox', { name: 'Distance' }));
  await person.fill(dialog.getByRole('textbox', { name: 'In your words' }), 'Too far to affect the property.');
  await person.click(dialog.getByRole('checkbox', { name: 'Also lists of releases' }));
  await person.click(person.button('Preview', dialog));
  await person.click(dialog.getByRole('button', { name: /^Decide \d+ records?$/ }));
  await dialog.waitFor({ state: 'hidden' });
}
