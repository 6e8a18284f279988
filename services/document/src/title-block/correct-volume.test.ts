import { newId, notAuthorized, notFound } from '@symbio/runtime';
import { contextOf } from '@symbio/rpc/testing';
import { MemoryRows } from '@symbio/mongo/testing';
import { person, TestClock } from '@symbio/runtime/testing';
import { CorrectVolumeRequest } from '@symbio/proto/document';
import type { SheetFact } from '@symbio/proto/document/vocabulary';
import type { FactCorrection, PageRow, StoredTitleBlock } from '../model.js';
import { blockOf, displayedValue } from './block.js';
import { createCorrectVolume } from './correct-volume.js';
import { MAX_HISTORY } from './edits.js';

const editor = person({ name: 'Erin Editor' });
const viewer = person();
const documentId = newId();

interface Sheet {
  read?: Partial<Record<SheetFact, string>>;
  said?: Partial<Record<SheetFact, string | undefined>>;
  pageType?: PageRow['pageType'];
  entries?: number;
}

async function world(sheets: readonly Sheet[]) {
  const clock = new TestClock();
  const rows = new MemoryRows<PageRow>(clock);
  const ids = sheets.map(() => newId());
  for (const [index, { read = {}, said = {}, pageType = 'sanborn_map', entries = 0 }] of sheets.entries()) {
    const at = new Date(0);
    const entry = { id: newId(), fact: 'north' as const, kind: 'corrected' as const, byId: 'x', byName: 'Xaver', at };
    const titleBlock: StoredTitleBlock = {
      readings: Object.entries(read).map(([fact, value]) => ({
        ...{ fact: fact as SheetFact, value, source: 'lettering' as const, detail: '', confidence: 0.9 },
      })),
      corrections: Object.entries(said).map(([fact, value]): FactCorrection => ({
        ...{ fact: fact as SheetFact, byId: 'x', byName: 'Xaver', at },
        ...(value !== undefined && { value }),
      })),
      ...{ volume: [], history: Array.from({ length: entries }, () => entry), updatedAt: at },
    };
    const values = { documentId, projectId: 'p', pageNumber: index + 1, pageType, titleBlock };
    await rows.insert(ids[index]!, values as unknown as PageRow, editor, () => []);
  }
  const correctVolume = createCorrectVolume({
    documents: {
      page(id, { actor }, action) {
        const row = rows.find(id);
        if (!row) return Promise.reject(notFound('Page'));
        const mayEdit = action === 'read' || actor.sub === editor.sub;
        return mayEdit ? Promise.resolve(row) : Promise.reject(notAuthorized());
      },
    },
    repository: { sheets: () => Promise.resolve(rows.all()) },
    pageWriter: rows,
    clock,
  });
  let full: number[] = [];
  return {
    ids,
    rows,
    /** Carries facts of the first sheet over; returns the changes as sheet number, before and after. */
    carry: async (facts: string[], more: Partial<CorrectVolumeRequest> = {}, by = editor) => {
      const request = { pageId: ids[0], id: newId(), facts, ...more };
      const { changes, fullPageIds } = await correctVolume(CorrectVolumeRequest.fromPartial(request), contextOf(by));
      full = fullPageIds.map((pageId) => ids.indexOf(pageId));
      return changes.map(({ page, from, to }) => [page.pageNumber - 1, from, to]);
    },
    full: () => full,
    values: (fact: SheetFact) => rows.all().map((row) => displayedValue(blockOf(row), fact)),
    published: () => rows.published.map(({ name }) => name),
  };
}

it('copies a correction to sheets that differ, each with an event, once under an id', async () => {
  const { carry, ids, rows, values, published } = await world([
    { said: { city: 'Queens', scale: '1 in = 50 ft' } },
    { read: { city: 'Queens' } },
    { read: { city: 'Brooklyn' } },
    {},
  ]);
  const id = newId();
  expect(await carry(['city', 'city'], { id })).toEqual([
    [2, 'Brooklyn', 'Queens'],
    [3, undefined, 'Queens'],
  ]);
  expect(values('city')).toEqual(['Queens', 'Queens', 'Queens', 'Queens']);
  expect(published()).toEqual(['page.changed', 'page.changed']);
  expect(rows.find(ids[3]!)?.titleBlock?.history).toMatchObject([{ fact: 'city', correctionId: id, byId: editor.sub }]);
  // a sheet that already had the value was not corrected
  expect(rows.find(ids[1]!)).toMatchObject({ rev: 1, titleBlock: { corrections: [] } });
  expect(await carry(['city'], { id })).toEqual([]);
  expect(published()).toHaveLength(2);
  // a fact that was not part of it is no repetition
  expect((await carry(['city', 'scale'], { id })).map(([sheet]) => sheet)).toEqual([1, 2, 3]);
});

it('does not repeat a correction on a sheet edited since', async () => {
  const { carry, ids, rows, values } = await world([{ said: { city: 'Queens' } }, {}]);
  const id = newId();
  await carry(['city'], { id });
  await rows.change(ids[1]!, editor, ({ titleBlock }) => ({
    set: { titleBlock: { ...titleBlock!, corrections: [] } },
    events: [],
  }));
  expect(await carry(['city'], { id })).toEqual([]);
  expect(values('city')).toEqual(['Queens', undefined]);
  // another id changes it
  expect(await carry(['city'])).toEqual([[1, undefined, 'Queens']]);
});

it('writes nothing in a dry run', async () => {
  const { carry, rows, published } = await world([{ said: { city: 'Queens' } }, {}]);
  const before = rows.all();
  expect(await carry(['city'], { dryRun: true })).toEqual([[1, undefined, 'Queens']]);
  expect([rows.all(), published()]).toEqual([before, []]);
});

it('skips and reports sheets with a full history; changes the others', async () => {
  const { carry, full, ids, rows, values } = await world([
    { said: { city: 'Queens', scale: '1 in = 50 ft' } },
    { entries: MAX_HISTORY },
    // full, but already with the requested value
    { entries: MAX_HISTORY + 1, read: { city: 'Queens', scale: '1 in = 50 ft' } },
    // space for one of the two facts: a sheet changes completely or not at all
    { entries: MAX_HISTORY - 1 },
    {},
  ]);
  const before = ids.map((id) => rows.find(id));
  const changed = [
    [4, undefined, 'Queens'],
    [4, undefined, '1 in = 50 ft'],
  ];
  expect(await carry(['city', 'scale'], { dryRun: true })).toEqual(changed);
  expect(full()).toEqual([1, 3]);
  expect(await carry(['city', 'scale'])).toEqual(changed);
  expect(full()).toEqual([1, 3]);
  expect(ids.slice(1, 4).map((id) => rows.find(id))).toEqual(before.slice(1, 4));
  expect(await carry(['city'])).toEqual([[3, undefined, 'Queens']]);
  expect(full()).toEqual([1]);
  expect(values('city')).toEqual(['Queens', undefined, 'Queens', 'Queens', 'Queens']);
});

it('copies "unknown", too', async () => {
  const { carry, values } = await world([
    { said: { year: undefined, sheet_number: undefined } },
    { read: { year: '1901', sheet_number: '7' } },
    {},
  ]);
  expect(await carry(['year', 'sheet_number'])).toEqual([
    [1, '1901', undefined],
    [1, '7', undefined],
  ]);
  expect([values('year')[1], values('sheet_number')[1]]).toEqual([undefined, undefined]);
});

it('changes corrected sheets and other editions only if selected', async () => {
  const sheets: Sheet[] = [
    { read: { year: '1901' }, said: { year: '1902', city: 'Queens', volume: '3' } },
    { said: { year: '1880' } },
    { read: { year: '1887', city: 'Brooklyn' } },
    { read: { year: '1901' } },
    { read: { year: '1902' } },
    {},
  ];
  const { carry } = await world(sheets);
  // another edition: neither the corrected year nor the one read
  expect((await carry(['volume'])).map(([sheet]) => sheet)).toEqual([3, 4, 5]);
  expect(await carry(['year'])).toEqual([
    [3, '1901', '1902'],
    [5, undefined, '1902'],
  ]);
  // editions share their city
  expect((await carry(['city'])).map(([sheet]) => sheet)).toEqual([1, 2, 3, 4, 5]);
  const chosen = await world(sheets);
  expect(await chosen.carry(['year'], { pageIds: [chosen.ids[1]!, chosen.ids[2]!] })).toEqual([
    [1, '1880', '1902'],
    [2, '1887', '1902'],
  ]);
});

it('counts sheet numbers by the sheets of the volume, without pages of another kind', async () => {
  const { carry, ids, values } = await world([
    {},
    { pageType: 'text' },
    { said: { sheet_number: '2' } },
    { pageType: '' },
    {},
    {},
  ]);
  expect(await carry(['sheet_number'], { pageId: ids[2] })).toEqual([
    [0, undefined, '1'],
    [4, undefined, '3'],
    [5, undefined, '4'],
  ]);
  expect(values('sheet_number')).toEqual(['1', undefined, '2', undefined, '3', '4']);
});

it('refuses an invalid request with the field, and changes nothing', async () => {
  const { carry, ids, rows } = await world([
    { said: { year: '1902', sheet_number: '7a' } },
    { read: { city: 'Queens' } },
    { pageType: 'text' },
  ]);
  const before = rows.all();
  const field = (facts: string[], more: Partial<CorrectVolumeRequest> = {}) =>
    carry(facts, more).then(
      () => 'OK',
      (error: { fields?: object }) => Object.keys(error.fields ?? {}).join(),
    );
  // no fact, an unknown one, an uncorrected one, a sheet number that cannot be incremented
  for (const facts of [[], ['year', 'colour'], ['city'], ['year', 'sheet_number']])
    expect(await field(facts)).toBe('facts');
  for (const id of ['', 'mine']) expect(await field(['year'], { id })).toBe('id');
  // the source itself, a page of another kind, a page of another document
  for (const pageId of [ids[0]!, ids[2]!, newId()])
    expect(await field(['year'], { pageIds: [ids[1]!, pageId] })).toBe('page_ids');
  await expect(carry(['year'], {}, viewer)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  expect(rows.all()).toEqual(before);
});
