import {
  withoutKey,
  groupOf,
  NO_HISTORY,
  planned,
  restoredStep,
  recorded,
  remembered,
  stepName,
  stepsOf,
} from './history.js';
import type { EditHistory, HistoryStep, SingleStep } from './history.js';

const here = { centerX: 10, centerY: 10, radiusX: 8, radiusY: 8, theta: 0 };
const there = { ...here, centerX: 99 };
const made: HistoryStep = {
  kind: 'create',
  key: 'a',
  content: { coordinates: here, content: 'label' },
};
const movedStep: HistoryStep = { kind: 'move', key: 'a', before: { coordinates: here }, after: { coordinates: there } };
const now = (coordinates = here, content = 'label') => ({ coordinates, content });
const history = (...steps: HistoryStep[]): EditHistory => steps.reduce(recorded, NO_HISTORY);

describe('undo and redo of annotations', () => {
  it('is empty at first', () => {
    expect(planned(NO_HISTORY, 'undo', () => null)).toEqual({ kind: 'nothing' });
    expect(stepName(NO_HISTORY.done.at(-1))).toBeNull();
  });

  it('undoes and redoes steps one by one (ANN-05)', () => {
    const undone = planned(history(made, movedStep), 'undo', () => now(there));
    expect(undone).toMatchObject({
      kind: 'do',
      actions: [{ kind: 'change', key: 'a', changes: { coordinates: here } }],
    });
    if (undone.kind !== 'do') throw new Error('not planned');
    expect(planned(undone.history, 'undo', () => now())).toMatchObject({ actions: [{ kind: 'remove', key: 'a' }] });
    expect(planned(undone.history, 'redo', () => now())).toMatchObject({
      actions: [{ kind: 'change', key: 'a', changes: { coordinates: there } }],
      history: history(made, movedStep),
    });
  });

  it('restores a deleted annotation, with its earlier steps, and deletes it again (ANN-06)', () => {
    const gone: HistoryStep = { ...made, kind: 'delete', content: { ...made.content, coordinates: there } };
    const plan = planned(history(movedStep, gone), 'undo', () => null);
    expect(plan).toMatchObject({ kind: 'do', actions: [{ kind: 'restore', key: 'a' }] });
    if (plan.kind !== 'do') throw new Error('not planned');
    expect(planned(plan.history, 'undo', () => now(there))).toMatchObject({
      actions: [{ kind: 'change', key: 'a', changes: { coordinates: here } }],
    });
    expect(planned(plan.history, 'redo', () => now(there))).toMatchObject({ actions: [{ kind: 'remove', key: 'a' }] });
  });

  it('redoes an undone drawing (ANN-01)', () => {
    const undone = planned(history(made), 'undo', () => now());
    if (undone.kind !== 'do') throw new Error('not planned');
    expect(planned(undone.history, 'redo', () => null)).toMatchObject({ actions: [{ kind: 'restore', key: 'a' }] });
  });

  it('clears redo after a new step', () => {
    const plan = planned(history(movedStep), 'undo', () => now(there));
    if (plan.kind !== 'do') throw new Error('not planned');
    const label: HistoryStep = { kind: 'label', key: 'a', before: { content: 'label' }, after: { content: 'tank' } };
    expect(recorded(plan.history, label)).toEqual({ done: [label], undone: [] });
  });

  it('never overwrites another user’s change: reports it and drops the annotation', () => {
    const elsewhere = planned(history(made, movedStep), 'undo', () => now({ ...here, centerX: 500 }));
    expect(elsewhere).toEqual({
      kind: 'refused',
      sentence: 'Another user has changed this annotation. Your step was not undone.',
      history: NO_HISTORY,
    });
    expect(planned(history(movedStep), 'undo', () => null)).toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('deleted') as string,
    });
    expect(planned(history(made), 'undo', () => now(here, 'their label'))).toMatchObject({ kind: 'refused' });
  });

  it('ignores remote changes to other properties', () => {
    expect(planned(history(movedStep), 'undo', () => now(there, 'their label'))).toMatchObject({ kind: 'do' });
  });

  it('drops an annotation whose change the server rejected, and keeps the others', () => {
    const other: HistoryStep = { ...movedStep, key: 'b' };
    expect(withoutKey(history(made, other, movedStep), 'a').done).toEqual([other]);
    const same = history(other);
    expect(withoutKey(same, 'a')).toBe(same);
  });

  it('keeps two hundred steps', () => {
    expect(history(...Array.from({ length: 250 }, () => movedStep)).done).toHaveLength(200);
  });
});

describe('undo and redo of a bulk edit', () => {
  const labelled = (key: string): SingleStep => ({
    kind: 'label',
    key,
    before: { content: 'label' },
    after: { content: 'Tank' },
  });
  const both = groupOf([labelled('a'), labelled('b')]);
  if (!both) throw new Error('no step');

  it('is one step', () => {
    expect(stepName(both)).toBe('label of 2');
    expect(planned(history(both), 'undo', () => now(here, 'Tank'))).toMatchObject({
      kind: 'do',
      left: '',
      actions: [
        { kind: 'change', key: 'a', changes: { content: 'label' } },
        { kind: 'change', key: 'b', changes: { content: 'label' } },
      ],
      history: { done: [], undone: [both] },
    });
  });

  it('undoes the parts not changed by others, and reports the rest', () => {
    const plan = planned(history(both), 'undo', (key) => now(here, key === 'a' ? 'Tank' : 'Theirs'));
    expect(plan).toMatchObject({
      kind: 'do',
      actions: [{ kind: 'change', key: 'a', changes: { content: 'label' } }],
      history: { done: [], undone: [labelled('a')] },
      left: 'Another user has changed 1 of these 2 annotations. Your step was not undone there.',
    });
    expect(planned(history(both), 'undo', () => null)).toMatchObject({ kind: 'refused', history: NO_HISTORY });
  });

  it('continues with the others when the server rejected one', () => {
    expect(withoutKey(history(both), 'b')).toEqual(history(labelled('a')));
    const unknown = history(both);
    expect(withoutKey(unknown, 'c')).toBe(unknown);
  });
});

describe('an undo without a definite answer', () => {
  const labelled = (key: string, at: number, content = 'Tank'): HistoryStep => ({
    ...{ kind: 'label', key, at },
    before: { content: 'label' },
    after: { content },
  });
  const undone = (from: EditHistory): EditHistory => {
    const plan = planned(from, 'undo', () => now(here, 'Tank'));
    if (plan.kind !== 'do') throw new Error(plan.kind);
    return plan.history;
  };
  const unchanged = () => now(here, 'Tank');

  it('keeps the step in its place, in chronological order', () => {
    const before = history(labelled('a', 1), labelled('b', 2));
    const both = undone(undone(before));
    expect(both.done).toEqual([]);
    // responses arrive in a different order than the requests
    expect(restoredStep(restoredStep(both, 'b', 'undo', unchanged), 'a', 'undo', unchanged)).toEqual(before);
    expect(restoredStep(restoredStep(both, 'a', 'undo', unchanged), 'b', 'undo', unchanged)).toEqual(before);
  });

  it('keeps one step of a bulk edit for the parts not undone', () => {
    const parts = ['a', 'b', 'c'].map((key) => labelled(key, 3) as SingleStep);
    const of = (...kept: SingleStep[]): HistoryStep[] =>
      kept.length > 1 ? [{ kind: 'group', steps: kept, at: 3 }] : kept;
    const [a, b, c] = parts as [SingleStep, SingleStep, SingleStep];
    const all = undone({ done: of(a, b, c), undone: [] });
    const some = restoredStep(restoredStep(all, 'a', 'undo', unchanged), 'c', 'undo', unchanged);
    expect(stepName(some.done[0])).toBe('label of 2');
    expect(some.undone).toEqual([b]);
    expect(stepName(restoredStep(some, 'b', 'undo', unchanged).done[0])).toBe('label of 3');
  });

  it('is dropped if the annotation has changed since', () => {
    expect(restoredStep(undone(history(labelled('a', 1))), 'a', 'undo', () => now(here, 'Theirs'))).toEqual(NO_HISTORY);
    expect(restoredStep(NO_HISTORY, 'a', 'undo', unchanged)).toBe(NO_HISTORY);
  });

  it('is removed from its group, and restored in its place', () => {
    const parts = ['a', 'b'].map((key) => labelled(key, 2) as SingleStep);
    const both: HistoryStep = { kind: 'group', steps: parts, at: 2 };
    const before = history(labelled('a', 1), both, labelled('c', 3), labelled('a', 4));
    const [ofA, ofB] = [stepsOf(before, 'a'), stepsOf(before, 'b')];
    const without = ['a', 'b'].reduce(withoutKey, before);
    expect(without).toEqual(history(labelled('c', 3)));
    // the rest of the step keeps its time
    expect(withoutKey(before, 'b').done[1]).toEqual(labelled('a', 2));
    const after = remembered(remembered(without, ofA), ofB);
    expect(after.done.map(({ at }) => at)).toEqual([1, 2, 3, 4]);
    expect(stepName(after.done[1])).toBe('label of 2');
    expect(remembered(without, [])).toBe(without);
  });
});
