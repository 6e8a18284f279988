import fc from 'fast-check';
import {
  MAX_RECORDS,
  startHistory,
  dissociate,
  reject,
  supersede,
  addRecord,
  type HistoryRecord,
  type HistoryState,
  type NewRecord,
} from './history.js';

const record = (id: string, over: Partial<NewRecord> = {}): NewRecord => ({
  id,
  featureId: 'gas-works',
  sourceAnnotationId: 'annotation',
  authorId: 'agent',
  narrative: `as written in ${id}`,
  confidence: 6,
  useType: 'suspected',
  createdAt: new Date(Date.UTC(2026, 0, 15) + Number(id.replace(/\D/g, '')) * 1000),
  ...over,
});

const statuses = (state: HistoryState): string[] => state.history.map(({ id, status }) => `${id} ${status}`);

describe('The history of a mention', () => {
  it('starts with one active record, which holds (OP-27)', () => {
    const state = startHistory(record('r1'));
    expect(statuses(state)).toEqual(['r1 active']);
    expect(state.current).toEqual({ ...record('r1'), status: 'active' });
    expect(state).toMatchObject({ featureId: 'gas-works', narrative: 'as written in r1', historyCount: 1 });
  });

  it('adds a record for each change, and the one before becomes superseded (OP-29)', () => {
    const state = addRecord(startHistory(record('r1')), record('r2', { confidence: 9 }));
    expect(statuses(state)).toEqual(['r1 superseded', 'r2 active']);
    expect(state.current?.confidence).toBe(9);
    expect(state.historyCount).toBe(2);
  });

  it('leaves a record with the feature it was written for when the mention moves (DATA-18)', () => {
    const state = addRecord(startHistory(record('r1')), record('r2', { featureId: 'dry-cleaner' }));
    expect(state.featureId).toBe('dry-cleaner');
    expect(state.history.map(({ featureId }) => featureId)).toEqual(['gas-works', 'dry-cleaner']);
  });

  it('has no current record after its only active one is superseded, until the next write (OP-29)', () => {
    const withdrawn = supersede(startHistory(record('r1')), 'r1')!;
    expect(statuses(withdrawn)).toEqual(['r1 superseded']);
    expect(withdrawn.current).toBeNull();
    expect(withdrawn).toMatchObject({ featureId: 'gas-works', narrative: 'as written in r1', historyCount: 1 });

    const again = addRecord(withdrawn, record('r2'));
    expect(statuses(again)).toEqual(['r1 superseded', 'r2 active']);
    expect(again.current?.id).toBe('r2');
  });

  it('makes the newest remaining active record current when the current one is superseded (OP-29)', () => {
    const active = (id: string, featureId: string): HistoryRecord => ({
      ...record(id, { featureId }),
      status: 'active',
    });
    const history = [active('r1', 'tannery'), active('r2', 'foundry'), active('r3', 'gas-works')];
    const state = { ...startHistory(record('r0')), history, current: history[2]!, historyCount: 3 };
    const after = supersede(state, 'r3')!;
    expect(statuses(after)).toEqual(['r1 active', 'r2 active', 'r3 superseded']);
    expect(after.current?.id).toBe('r2');
    expect(after.featureId).toBe('foundry');
  });

  it('keeps the current record when one that does not hold is superseded', () => {
    const state = addRecord(startHistory(record('r1')), record('r2'));
    expect(supersede(state, 'r1')).toBeUndefined();
    expect(supersede(state, 'unknown')).toBeUndefined();
  });

  it('rejects with a new record that says by whom and when (OP-29)', () => {
    const by = { id: 'r2', authorId: 'reviewer', createdAt: new Date(Date.UTC(2026, 1, 1)) };
    const state = reject(startHistory(record('r1')), 'r1', by)!;
    expect(statuses(state)).toEqual(['r1 superseded', 'r2 rejected']);
    expect(state.history[1]).toEqual({ ...record('r1'), ...by, status: 'rejected' });
    expect(state.current).toBeNull();
    expect(reject(state, 'r1', { ...by, id: 'r3' })).toBeUndefined();
    expect(reject(state, 'r2', { ...by, id: 'r3' })).toBeUndefined();
  });

  it('rejects with the reason of the person, if given (OP-29)', () => {
    const by = { id: 'r2', authorId: 'reviewer', createdAt: new Date(Date.UTC(2026, 1, 1)), narrative: 'A cistern.' };
    const state = reject(startHistory(record('r1')), 'r1', by)!;
    expect(state.history.map(({ narrative }) => narrative)).toEqual([record('r1').narrative, 'A cistern.']);
    expect(state.current).toBeNull();
    // the observation is separate from people's statements about it
    expect(state.narrative).toBe(record('r1').narrative);
  });

  it('restates what holds without the feature when the feature is deleted, in the words and the name of its author (OP-47)', () => {
    const by = { id: 'r2', createdAt: new Date(Date.UTC(2026, 1, 1)) };
    const state = dissociate(startHistory(record('r1')), by);
    expect(statuses(state)).toEqual(['r1 superseded', 'r2 active']);
    expect(state.featureId).toBe('');
    expect(state.current).toEqual({ ...record('r1'), ...by, featureId: '', status: 'active' });
    expect(state.history[0]?.featureId).toBe('gas-works');
  });

  it('restates nothing when a feature is deleted and nothing of the mention holds', () => {
    const state = dissociate(supersede(startHistory(record('r1')), 'r1')!, { id: 'r2', createdAt: new Date() });
    expect(state).toMatchObject({ featureId: '', current: null, historyCount: 1 });
    expect(statuses(state)).toEqual(['r1 superseded']);
  });

  it('refuses more records than one row may hold, but never what the system must note', () => {
    let state = startHistory(record('r1'));
    for (let n = 2; n <= MAX_RECORDS; n++) state = addRecord(state, record(`r${n}`));
    const full = expect.objectContaining({ code: 'FAILED_PRECONDITION', reason: 'history_full' }) as unknown;
    expect(() => addRecord(state, record('r501'))).toThrow(full as Error);
    expect(() => reject(state, `r${MAX_RECORDS}`, record('r501'))).toThrow(full as Error);
    expect(dissociate(state, record('r501')).historyCount).toBe(MAX_RECORDS + 1);
    expect(supersede(state, `r${MAX_RECORDS}`)?.current).toBeNull();
  });
});

type Step =
  | { do: 'write'; featureId: string; confidence: number; narrative: string }
  | { do: 'supersede' | 'reject'; nth: number }
  | { do: 'detach' };

const features = fc.constantFrom('', 'gas-works', 'dry-cleaner', 'tannery');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      featureId: features,
      confidence: fc.integer({ min: 0, max: 10 }),
      narrative: fc.string({ maxLength: 12 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('supersede' as const, 'reject' as const), nth: fc.nat() }) },
  { weight: 1, arbitrary: fc.constant({ do: 'detach' as const }) },
);

function take(state: HistoryState, next: Step, n: number): HistoryState {
  const fresh = { id: `r${n}`, createdAt: new Date(n * 1000) };
  switch (next.do) {
    case 'write':
      return addRecord(state, record(fresh.id, { ...fresh, ...next, authorId: `author ${n}` }));
    case 'supersede':
    case 'reject': {
      const { id } = state.history[next.nth % state.history.length]!;
      const by = { ...fresh, authorId: `author ${n}` };
      return (next.do === 'reject' ? reject(state, id, by) : supersede(state, id)) ?? state;
    }
    case 'detach':
      return dissociate(state, fresh);
  }
}

const asWritten = (entry: HistoryRecord): HistoryRecord => ({ ...entry, status: 'active' });

function frozen(state: HistoryState): HistoryState {
  state.history.forEach(Object.freeze);
  Object.freeze(state.history);
  return Object.freeze(state);
}

describe('Whatever happens to a mention', () => {
  const everyStep = (check: (before: HistoryState, after: HistoryState) => void): void =>
    fc.assert(
      fc.property(features, fc.array(step, { maxLength: 25 }), (featureId, steps) => {
        let state = frozen(startHistory(record('r0', { featureId })));
        steps.forEach((next, index) => {
          const after = frozen(take(state, next, index + 1));
          check(state, after);
          state = after;
        });
      }),
      { numRuns: 100 },
    );

  it('no record is lost, and none changes but in its status (DATA-18)', () => {
    everyStep((before, after) => {
      const kept = after.history.slice(0, before.history.length);
      expect(kept.map(asWritten)).toEqual(before.history.map(asWritten));
      expect(after.history.length - before.history.length).toBeLessThanOrEqual(1);
    });
  });

  it('a status only ever goes from active to superseded (DATA-17)', () => {
    everyStep((before, after) => {
      before.history.forEach(({ status }, index) => {
        const now = after.history[index]!.status;
        expect(now === status || (status === 'active' && now === 'superseded')).toBe(true);
      });
    });
  });

  it('one record is active and is the current one, or none is (OP-29)', () => {
    everyStep((_, after) => {
      const active = after.history.filter(({ status }) => status === 'active');
      expect(active).toEqual(after.current ? [after.current] : []);
    });
  });

  it('the number of records is right, and the mention is where its current record says (DATA-16)', () => {
    everyStep((_, after) => {
      expect(after.historyCount).toBe(after.history.length);
      if (after.current) expect(after.featureId).toBe(after.current.featureId);
      expect(after.narrative).toBe(after.history.at(-1)?.narrative);
    });
  });
});
