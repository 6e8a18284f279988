import { differenceText, fieldText } from './difference-text.js';

it.each([
  ['Component', 'site_inspection', 'site_inspection', /^Component .*[Ss]ite.*: changed$/],
  ['Text', 'records_review', 'records_review', /^Text Records review: changed$/],
  [
    'Coverage',
    'fire_insurance_maps adjoining',
    'fire_insurance_maps, adjoining',
    /^Coverage Fire.*, Adjoining: changed$/,
  ],
  ['Feature', 'f1', 'Gas works', /^Feature Gas works: changed$/],
  ['Mention', 'm1', 'A tank is drawn.', /^Mention A tank is drawn: changed$/],
])('names a %s as the screens do', (kind, id, name, text) => {
  expect(differenceText({ kind, id, name, change: 'changed', fields: [] })).toMatch(text);
});

it('shows a changed field with both values', () => {
  expect(fieldText({ field: 'professional.licence_number', from: '', to: 'PE-4711' })).toBe(
    'Professional, licence number: (none) → PE-4711',
  );
});
