import { withoutOldName } from './0002-remove-names-from-log.js';

it.each([
  ['Job cancelled by user (Ada Marsh)', 'Job cancelled by user (somebody)'],
  ['Job cancelled by user (Ada (Millbrook) Marsh)', 'Job cancelled by user (somebody)'],
  ['To be stopped after this page (Ada Marsh)', 'To be stopped after this page (somebody)'],
  ['Started again by Ada Marsh', 'Started again by somebody'],
  ['Job cancelled by user ({by})', undefined],
  ['To be stopped after this page ({by})', undefined],
  ['Started again by {by}', undefined],
  ['Started again by somebody', undefined],
  ['Job cancelled by user (somebody)', undefined],
  ['Page 3 of 7', undefined],
])('%s becomes %s', (text, expected) => {
  expect(withoutOldName(text)).toBe(expected);
});
