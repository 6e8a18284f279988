import { newId, type AppError } from '@symbio/runtime';
import { reading } from '@symbio/page-engine/reading';
import type { StoredTitleBlock } from '../model.js';
import { columnsOf, shownFacts, withReadings } from './block.js';
import { checkedEdits, edited, MAX_HISTORY, undone, type Editor } from './edits.js';

const read = reading('year', '1901', 'lettering', 'copyright', 0.8);
const block: StoredTitleBlock = {
  readings: [read],
  volume: [],
  corrections: [],
  history: [],
  updatedAt: new Date('2026-01-01T00:00:00Z'),
};
const editor: Editor = { byId: 'u1', byName: 'Ada Reader', at: new Date('2026-02-01T00:00:00Z'), newId };
const corrected = edited(block, [{ fact: 'year', value: '1896' }], editor);

describe('an edit of a title block', () => {
  it('stands before what was read, in the page’s own fields too', () => {
    expect(columnsOf(block)).toMatchObject({ year: 1901, yearConfidence: 0.8, yearSource: 'copyright' });
    expect(columnsOf(corrected)).toMatchObject({ year: 1896, yearConfidence: 1, yearSource: 'person' });
    expect(shownFacts(corrected)).toMatchObject([
      { fact: 'year', read: { value: '1901' }, corrected: { byName: 'Ada Reader' } },
    ]);
  });

  it('that says what is so already leaves everything as it is', () => {
    expect(edited(corrected, [{ fact: 'year', value: '1896' }], editor)).toBe(corrected);
    expect(edited(block, [{ fact: 'year', reset: true }], editor)).toBe(block);
  });

  it('never takes an entry out of the history, and is refused when that is full', () => {
    const back = edited(corrected, [{ fact: 'year', reset: true }], editor);
    expect(back.history.slice(0, 1)).toEqual(corrected.history);
    expect(back.history[1]).toMatchObject({ kind: 'reset', from: '1896', to: '1901' });
    const full = { ...block, history: Array.from({ length: MAX_HISTORY }, () => corrected.history[0]!) };
    expect(() => edited(full, [{ fact: 'year', value: '1896' }], editor)).toThrow(/changed 200 times/);
  });

  it('names everything that is wrong at once', () => {
    const sent = [
      { fact: 'year', value: 'old', reset: false },
      { fact: 'scale', value: 'large', reset: false },
      { fact: 'city', value: 'Queens', reset: true },
    ];
    const fields = (() => {
      try {
        return checkedEdits(sent, 2026);
      } catch (error) {
        return Object.keys((error as AppError).fields ?? {}).sort();
      }
    })();
    expect(fields).toEqual(['city', 'scale', 'year']);
    expect(() => checkedEdits([], 2026)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }) as Error);
    expect(() => checkedEdits([{ fact: 'colour', value: 'red', reset: false }], 2026)).toThrow();
  });
});

it('an undone correction of a volume leaves alone what was said since, and is undone once', () => {
  const mine = { ...editor, correctionId: 'c1' };
  const one = edited(corrected, [{ fact: 'year', value: '1898' }], mine);
  const { block: back, kept } = undone(one, 'c1', editor);
  expect(columnsOf(back)).toMatchObject({ year: 1896 });
  expect(kept).toEqual([]);
  expect(undone(back, 'c1', editor).block).toBe(back);
  const since = edited(one, [{ fact: 'year', value: '1899' }], editor);
  expect(undone(since, 'c1', editor)).toEqual({ block: since, kept: ['year'] });
});

it('an undone correction of a volume is not refused when the history is full; it is the last that has a place', () => {
  const [entry] = corrected.history;
  const nearly = { ...corrected, history: Array.from({ length: MAX_HISTORY - 1 }, () => entry!) };
  const full = edited(nearly, [{ fact: 'year', value: '1898' }], { ...editor, correctionId: 'c1' });
  const { block: back } = undone(full, 'c1', editor);
  expect(columnsOf(back)).toMatchObject({ year: 1896 });
  expect(back.history.slice(MAX_HISTORY)).toMatchObject([{ kind: 'undone', from: '1898', to: '1896' }]);
  expect(() => edited(back, [{ fact: 'year', value: '1898' }], editor)).toThrow(/changed 200 times/);
});

it('new readings change when a block was changed only where people see a difference', () => {
  const now = new Date('2026-03-01T00:00:00Z');
  expect(withReadings(block, { readings: [{ ...read }] }, now)).toBe(block);
  expect(withReadings(block, { readings: [{ ...read, value: '1902' }] }, now).updatedAt).toBe(now);
  expect(withReadings(corrected, { readings: [{ ...read, value: '1902' }] }, now).updatedAt).toBe(corrected.updatedAt);
});
