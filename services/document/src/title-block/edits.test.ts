import { newId, type AppError } from '@symbio/runtime';
import { reading } from '@symbio/page-engine/reading';
import type { StoredTitleBlock } from '../model.js';
import { columnsOf, displayedFacts, withReadings } from './block.js';
import { checkedEdits, applyEdits, MAX_HISTORY, undoCorrection, type Editor } from './edits.js';

const read = reading('year', '1901', 'lettering', 'copyright', 0.8);
const block: StoredTitleBlock = {
  readings: [read],
  volume: [],
  corrections: [],
  history: [],
  updatedAt: new Date('2026-01-01T00:00:00Z'),
};
const editor: Editor = { byId: 'u1', byName: 'Ada Reader', at: new Date('2026-02-01T00:00:00Z'), newId };
const corrected = applyEdits(block, [{ fact: 'year', value: '1896' }], editor);

describe('an edit of a title block', () => {
  it('overrides the reading, also in the columns of the page', () => {
    expect(columnsOf(block)).toMatchObject({ year: 1901, yearConfidence: 0.8, yearSource: 'copyright' });
    expect(columnsOf(corrected)).toMatchObject({ year: 1896, yearConfidence: 1, yearSource: 'person' });
    expect(displayedFacts(corrected)).toMatchObject([
      { fact: 'year', read: { value: '1901' }, corrected: { byName: 'Ada Reader' } },
    ]);
  });

  it('without a difference changes nothing', () => {
    expect(applyEdits(corrected, [{ fact: 'year', value: '1896' }], editor)).toBe(corrected);
    expect(applyEdits(block, [{ fact: 'year', reset: true }], editor)).toBe(block);
  });

  it('never drops history entries, and is refused when the history is full', () => {
    const back = applyEdits(corrected, [{ fact: 'year', reset: true }], editor);
    expect(back.history.slice(0, 1)).toEqual(corrected.history);
    expect(back.history[1]).toMatchObject({ kind: 'reset', from: '1896', to: '1901' });
    const full = { ...block, history: Array.from({ length: MAX_HISTORY }, () => corrected.history[0]!) };
    expect(() => applyEdits(full, [{ fact: 'year', value: '1896' }], editor)).toThrow(/changed 200 times/);
  });

  it('names all errors at once', () => {
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

it('undoes a volume correction once, and keeps later edits', () => {
  const mine = { ...editor, correctionId: 'c1' };
  const one = applyEdits(corrected, [{ fact: 'year', value: '1898' }], mine);
  const { block: back, kept } = undoCorrection(one, 'c1', editor);
  expect(columnsOf(back)).toMatchObject({ year: 1896 });
  expect(kept).toEqual([]);
  expect(undoCorrection(back, 'c1', editor).block).toBe(back);
  const since = applyEdits(one, [{ fact: 'year', value: '1899' }], editor);
  expect(undoCorrection(since, 'c1', editor)).toEqual({ block: since, kept: ['year'] });
});

it('undoes a volume correction with a full history, as its last entries', () => {
  const [entry] = corrected.history;
  const nearly = { ...corrected, history: Array.from({ length: MAX_HISTORY - 1 }, () => entry!) };
  const full = applyEdits(nearly, [{ fact: 'year', value: '1898' }], { ...editor, correctionId: 'c1' });
  const { block: back } = undoCorrection(full, 'c1', editor);
  expect(columnsOf(back)).toMatchObject({ year: 1896 });
  expect(back.history.slice(MAX_HISTORY)).toMatchObject([{ kind: 'undone', from: '1898', to: '1896' }]);
  expect(() => applyEdits(back, [{ fact: 'year', value: '1898' }], editor)).toThrow(/changed 200 times/);
});

it('changes the time of a block only for displayed differences', () => {
  const now = new Date('2026-03-01T00:00:00Z');
  expect(withReadings(block, { readings: [{ ...read }] }, now)).toBe(block);
  expect(withReadings(block, { readings: [{ ...read, value: '1902' }] }, now).updatedAt).toBe(now);
  expect(withReadings(corrected, { readings: [{ ...read, value: '1902' }] }, now).updatedAt).toBe(corrected.updatedAt);
});
