import { reportRules } from './testing.js';

let rules: ReturnType<typeof reportRules>;
beforeEach(() => {
  rules = reportRules();
});
const save = (text: string, expectedUpdatedAt?: Date, by = rules.editor, expectsNone = false) =>
  rules.sections.save(
    { projectId: rules.projectId, key: 'remarks', text, isChecked: false, expectedUpdatedAt, expectsNone },
    by,
  );

it('texts are kept with who wrote them, and published once (D-62)', async () => {
  const { sections } = await save('Pumps on the 1924 sheet.');
  expect(sections).toMatchObject([{ key: 'remarks', text: 'Pumps on the 1924 sheet.', byName: 'Edgar Editor' }]);
  await save('Pumps on the 1924 sheet.');
  expect(rules.reportRows.published.map(({ name }) => name)).toEqual(['report.changed']);
  expect((await rules.sections.get(rules.projectId, rules.viewer)).sections).toEqual(sections);
});

it('a text that someone else changed is not overwritten', async () => {
  const first = (await save('One.')).sections[0]?.updatedAt;
  rules.clock.advance(1_000);
  await save('Two.', first, rules.owner);
  await expect(save('Three.', first)).rejects.toMatchObject({ reason: 'stale' });
});

it('of two first texts the later one is refused', async () => {
  await save('One.', undefined, rules.editor, true);
  await expect(save('Two.', undefined, rules.owner, true)).rejects.toMatchObject({ reason: 'stale' });
  await save('One.', undefined, rules.owner, true);
});

it('dates of the delivery are kept; a text is refused with a sentence (D-63)', async () => {
  await rules.sections.saveDelivery({ projectId: rules.projectId, deliveryDate: '2026-12-15' }, rules.editor);
  expect((await rules.sections.get(rules.projectId, rules.customer)).deliveryDate).toBe('2026-12-15');
  const more = { deliveryDate: '', relianceLetterDate: '2026-12-14', insuranceExpiresOn: '2027-06-30' };
  expect(await rules.sections.saveDelivery({ projectId: rules.projectId, ...more }, rules.editor)).toMatchObject(more);
  const kept = await rules.sections.saveDelivery(
    { projectId: rules.projectId, deliveryDate: '2026-12-14', insuranceExpiresOn: '' },
    rules.editor,
  );
  expect(kept).toMatchObject({ relianceLetterDate: '2026-12-14', insuranceExpiresOn: '' });
  const wrong = {
    ...{ projectId: rules.projectId, deliveryDate: 'soon', insuranceExpiresOn: '2027' },
    relianceLetterDate: '0026-12-04',
  };
  await expect(rules.sections.saveDelivery(wrong, rules.editor)).rejects.toMatchObject({
    fields: {
      delivery_date: 'The delivery date must be in the form YYYY-MM-DD.',
      insurance_expires_on: 'The last day of the insurance must be in the form YYYY-MM-DD.',
      reliance_letter_date: 'The date of the reliance letter is before the year 2000.',
    },
  });
  const unknown = { projectId: rules.projectId, key: 'preface', text: '', isChecked: false };
  await expect(
    rules.sections.save({ ...unknown, expectedUpdatedAt: undefined, expectsNone: false }, rules.editor),
  ).rejects.toMatchObject({
    fields: { key: 'preface is no section of a report.' },
  });
});

it('editors write; customers who are viewers read no texts', async () => {
  await expect(save('One.', undefined, rules.viewer)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  await save('One.');
  expect((await rules.sections.get(rules.projectId, rules.customer)).sections).toEqual([]);
});
