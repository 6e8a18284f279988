/** From dates and the professional to the signed report. */
import { DECLARATION } from '@symbio/proto/labels';
import { dialogSaved, field, screen, today, type Work } from './work.js';

export async function dates(work: Work): Promise<void> {
  const { person } = work;
  await person.open(screen(work, 'setup'));
  await person.click(person.button('Edit dates'));
  const dialog = person.dialog('Dates of the assessment');
  for (const label of ['Government records review', 'EP declaration']) await person.fill(field(dialog, label), today());
  await dialogSaved(person, dialog);
}

export async function professional(work: Work): Promise<void> {
  const { person } = work;
  const { page } = person;
  await person.open('/settings/profile');
  await person.choose(page.getByLabel('Qualification', { exact: true }), '10 years of experience');
  await person.click(person.button('Save Qualification'));
  await page.getByRole('button', { name: 'Save Qualification', disabled: true }).waitFor();
  await person.open(screen(work, 'sign-and-send'));
  await person.click(person.button('Name Me'));
  await person.button('Withdraw My Name').waitFor();
}

const TEXTS = ['Executive summary', 'Site description', 'Introduction', 'Physical setting', 'Conclusions'] as const;

/** The first lock opens the texts of the report. */
export async function report(work: Work): Promise<void> {
  const { person, conditions } = work;
  const { page } = person;
  await person.open(screen(work, 'report-generation'));
  await person.click(person.button('Start Report'));
  await person.button('Lock New Version').waitFor();
  for (const name of TEXTS) {
    await person.click(person.button(`Edit ${name}`));
    const text = page.getByRole('textbox', { name });
    await person.fill(text, `The conditions are ${conditions.join(' and ')}.`);
    await person.click(page.getByRole('checkbox', { name: 'Checked' }));
    await person.click(person.button('Save'));
    await text.waitFor({ state: 'hidden' });
  }
  await person.click(person.button('Lock New Version'));
}

export async function signature(work: Work): Promise<void> {
  const { person } = work;
  const { page } = person;
  await person.click(page.getByRole('link', { name: 'Sign & Send' }).first());
  const version = page.getByRole('list', { name: 'Versions' }).getByRole('listitem').filter({ hasText: 'Version 2' });
  await person.click(person.button('Submit for Review', version));
  await person.click(version.getByRole('checkbox', { name: DECLARATION }));
  await person.click(person.button('Sign', version));
  await version.getByText(/^Signed by /).waitFor();
  await person.click(person.button('Mark as Sent'));
  await version.getByText('Issued').waitFor();
}
