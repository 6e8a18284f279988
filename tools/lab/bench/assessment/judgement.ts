/** What a person judges about the evidence: determinations, coverage of sources, gaps, and what people said. */
import { dialogSaved, field, screen, today, type Work } from './work.js';

const REC_ANSWERS = ['Yes', 'Yes', 'No', 'No'] as const;
const REASON = 'Seen on the sheets; no release is indicated.';
/** The first features are a REC, the others none. */
const CONDITIONS = 2;

/** Each condition by the questions, the others together. */
export async function determinations(work: Work): Promise<void> {
  const { person } = work;
  const { page } = person;
  await person.open(screen(work, 'insights'));
  const open = page.getByRole('button', { name: 'Not determined' });
  await open.first().waitFor();
  for (let condition = 1; condition <= CONDITIONS; condition++) {
    await person.click(open.first());
    const drawer = person.dialog(/^Determination of /);
    work.conditions.push(((await drawer.getAttribute('aria-label')) ?? '').replace('Determination of ', ''));
    for (const [index, answer] of REC_ANSWERS.entries())
      await person.click(
        drawer
          .getByRole('region', { name: 'Questions' })
          .getByRole('radiogroup')
          .nth(index)
          .getByText(answer, { exact: true }),
      );
    await person.press('1');
    await person.fill(drawer.getByRole('textbox', { name: 'Reason' }), 'Tanks of this age leaked.');
    await person.click(drawer.getByRole('button', { name: 'Save determination' }));
    await drawer.getByRole('button', { name: 'Save new determination' }).waitFor();
    await person.click(drawer.getByRole('button', { name: 'Close' }));
  }
  await person.click(page.getByRole('checkbox', { name: 'Pick all' }));
  await person.click(page.getByRole('button', { name: /^Determine \d+ as none/ }));
  const dialog = page.getByRole('alertdialog', { name: /as none$/ });
  await person.fill(dialog.getByRole('textbox', { name: 'Reason' }), REASON);
  await person.click(dialog.getByRole('button', { name: 'Determine' }));
  await dialog.waitFor({ state: 'hidden' });
}

/** Adjoining properties where the sheets show the property, and standard sources that were not to be had. */
export async function coverage(work: Work): Promise<void> {
  const { person } = work;
  const { page } = person;
  const state = async (cell: RegExp, label: string, scope: string, reason: string): Promise<void> => {
    await person.click(page.getByRole('button', { name: cell }).first());
    const drawer = person.dialog('Source in a decade');
    await person.choose(drawer.getByRole('combobox', { name: 'State' }), label);
    await person.choose(drawer.getByRole('combobox', { name: 'For' }), scope);
    await person.fill(drawer.getByRole('textbox', { name: /Reason/ }), reason);
    await person.click(person.button('Save', drawer));
    await drawer.getByRole('combobox', { name: 'For' }).locator('option:checked', { hasText: 'This decade' }).waitFor({
      state: 'attached',
    });
    await person.click(drawer.getByRole('button', { name: 'Close' }));
    await drawer.waitFor({ state: 'hidden' });
  };
  await person.open(screen(work, 'coverage'));
  const covered = 'All standard sources, in decades that they cover the property';
  await state(/^Sanborn maps, adjoining, .*no source$/, 'Reviewed', covered, 'The sheets show them too.');
  const empty = 'All empty decades of all standard sources';
  await state(/^Aerial imagery, property, .*no source$/, 'Not available', empty, 'Asked of the vendor.');
}

/** All long intervals between sources are judged together. */
export async function gaps({ person }: Work): Promise<void> {
  await person.click(person.button('New gap'));
  const dialog = person.dialog('New gap');
  // the first one picks all, if there are several
  await person.click(dialog.getByRole('group', { name: 'Open intervals' }).getByRole('checkbox').first());
  await person.click(dialog.getByRole('radio', { name: 'Not significant' }));
  await person.fill(field(dialog, 'Reason'), 'The use did not change.');
  await person.click(dialog.getByRole('button', { name: /^Save/ }));
  await dialog.waitFor({ state: 'hidden' });
}

export async function statements(work: Work): Promise<void> {
  const { person } = work;
  for (const role of ['Owner', 'Occupant', 'Local official']) {
    await person.click(person.button('New interview'));
    const dialog = person.dialog('New interview');
    if (role !== 'Owner') await person.choose(field(dialog, 'Role'), role);
    await person.fill(field(dialog, 'Person or office'), `Ms. Hale, ${role.toLowerCase()}`);
    await person.fill(field(dialog, 'Date'), today());
    await person.fill(field(dialog, 'What was said'), 'No tanks are known.');
    await dialogSaved(person, dialog);
  }
  await person.click(person.button('Record answers'));
  const answers = person.dialog('Record answers');
  await person.fill(field(answers, 'Who answered'), 'J. Buyer');
  await person.fill(field(answers, 'Date'), today());
  const questions = answers.locator('select:has(option[value="unknown"])');
  for (let n = 0; n < (await questions.count()); n++) await person.choose(questions.nth(n), 'No');
  await dialogSaved(person, answers);
  await person.click(person.button('New lien search'));
  const liens = person.dialog('New lien search');
  await person.fill(field(liens, 'Searched by'), 'Title company');
  await person.fill(field(liens, 'Date'), today());
  await dialogSaved(person, liens);
}

export async function visit(work: Work): Promise<void> {
  const { person } = work;
  await person.open(screen(work, 'site-reconnaissance'));
  await person.click(person.button('Record visit').first());
  const dialog = person.dialog('Record visit');
  await person.fill(field(dialog, 'Visit time'), '00:00');
  await person.fill(field(dialog, 'Weather'), 'Clear, 50 °F');
  await person.fill(field(dialog, 'Access and limits'), 'By the owner; the cellar was locked.');
  await person.fill(field(dialog, 'Findings'), 'A vent pipe at the north wall.');
  await dialogSaved(person, dialog);
}
