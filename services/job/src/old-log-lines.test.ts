import { forgetOldNames, withoutOldName, type OldLine } from './old-log-lines.js';

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

it('goes through all lines, batch after batch, and changes nothing the second time', async () => {
  const lines: OldLine[] = Array.from({ length: 1_201 }, (_, index) => ({
    _id: String(index).padStart(5, '0'),
    text: index % 2 ? 'Started again by Ada Marsh' : 'Started again by {by}',
  }));
  const store = {
    find: (beginnings: RegExp, after: string, most: number) =>
      Promise.resolve(lines.filter(({ _id, text }) => _id > after && beginnings.test(text)).slice(0, most)),
    write: ({ _id, text }: OldLine) => Promise.resolve(void (lines[Number(_id)] = { _id, text })),
  };
  const { signal } = new AbortController();
  expect(await forgetOldNames(store, signal)).toBe(600);
  expect(lines.filter(({ text }) => text.includes('Ada'))).toEqual([]);
  expect(await forgetOldNames(store, signal)).toBe(0);
});
