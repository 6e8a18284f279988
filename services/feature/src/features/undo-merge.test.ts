import { newId } from '@symbio/runtime';
import { RESTORABLE_DAYS } from '@symbio/proto/limits';
import { PROJECT, featureRules, type FeatureRules } from '../../test/memory.js';
import type { FeatureRow, MentionRow } from '../model.js';
import type { Point } from './nearby.js';

let rules: FeatureRules;
beforeEach(() => {
  rules = featureRules();
});

const place = { longitude: 1, latitude: 2 };

const feature = (name: string, landUse: string[] = [], coordinate?: Point, runId = '') =>
  rules.features.create(rules.editor, {
    ...{ id: newId(), projectId: PROJECT, name, landUse, coordinate, authorId: undefined, runId },
  });
const mention = (featureId: string, by = rules.editor, runId = '') =>
  rules.mentions.create(by, {
    ...{ id: newId(), featureId, projectId: '', sourceAnnotationId: rules.annotation().id, runId },
    ...{ narrative: 'Two tanks', confidence: 5, useType: undefined, authorId: undefined, suggestedLandUse: '' },
  });
async function merge(kept: FeatureRow, ...merged: FeatureRow[]): Promise<string> {
  const id = newId();
  await rules.features.merge(rules.editor, { id, keptId: kept._id, mergedIds: merged.map(({ _id }) => _id) });
  rules.clock.advance(1000);
  return id;
}
const undo = (id: string, by = rules.editor) => rules.features.undoMerge(by, id);
const stored = (id: string) => rules.featureRows.find(id)!;
const said = ({ name, landUse, location }: FeatureRow) => ({ name, landUse, location });
const written = (id: string) => rules.mentionRows.find(id)!;
const held = ({ featureId, narrative, current }: MentionRow) => ({
  ...{ featureId, narrative, authorId: current?.authorId, confidence: current?.confidence, runId: current?.runId },
});

describe('A merge that is undone', () => {
  it('leaves features and findings as they were; the history says all of it (OP-29)', async () => {
    const [kept, one, two] = [
      await feature('Works', ['gas_station']),
      await feature('Plant', ['manufacturing'], place),
      await feature('Yard', ['dump']),
    ];
    const run = rules.run().id;
    const own = await mention(kept._id);
    const proposed = await mention(one._id, rules.apiKey, run);
    const rejected = await mention(two._id);
    await rules.mentions.endRecord(rules.editor, rejected.current!.id, { reason: 'A cistern' });
    const before = written(rejected._id);
    const id = await merge(kept, one, two);
    expect(stored(kept._id)).toMatchObject({
      landUse: ['gas_station', 'manufacturing', 'dump'],
      location: one.location,
    });
    expect(written(rejected._id).featureId).toBe(kept._id);

    const undone = await undo(id);
    expect(undone.restored.map(said)).toEqual([said(one), said(two)]);
    expect([said(undone.kept), undone.stayingMentions]).toEqual([said(kept), 0]);
    expect(held(written(proposed._id))).toEqual(held(proposed));
    expect(held(written(rejected._id))).toEqual(held(before));
    expect(written(own._id)).toEqual(own);
    expect(written(proposed._id).history.map(({ featureId, status }) => [featureId, status])).toEqual([
      [one._id, 'superseded'],
      [kept._id, 'superseded'],
      [one._id, 'active'],
    ]);
    // the run's record can still be undone with the run
    rules.run({ id: run, status: 'undone' });
    expect((await rules.runs.applyRun(rules.editor, run)).deletedMentions).toBe(1);
  });

  it('takes back the relation to the property that the kept feature took over', async () => {
    const relation = { relation: 'adjoining', direction: 'N', distanceFt: undefined };
    const kept = await feature('Works');
    const other = await rules.features.create(rules.editor, {
      ...{ id: newId(), projectId: PROJECT, name: 'Plant', landUse: [], coordinate: undefined, authorId: undefined },
      relation,
    });
    const id = await merge(kept, other);
    expect(stored(kept._id).relation).toEqual({ relation: 'adjoining', direction: 'N' });
    await undo(id);
    expect(stored(kept._id).relation).toBeUndefined();
  });

  it('keeps later changes, and returns how many findings stay', async () => {
    const [kept, other] = [await feature('Works'), await feature('Plant', ['manufacturing'], place)];
    const [moved, changed, gone] = [await mention(other._id), await mention(other._id), await mention(other._id)];
    const id = await merge(kept, other);
    const none = { confidence: undefined, useType: undefined, currentAuthorId: undefined, featureId: undefined };
    await rules.mentions.update(rules.editor, { ...none, id: changed._id, narrative: 'One tank' });
    await rules.mentions.delete(rules.editor, gone._id);
    const use = { name: 'Gas works', landUse: ['dump'], coordinate: undefined, expectedUpdatedAt: undefined };
    await rules.features.update(rules.editor, { id: kept._id, ...use });
    const { kept: now, stayingMentions } = await undo(id);
    expect(said(now)).toEqual({ name: 'Gas works', landUse: ['dump'], location: null });
    expect(stayingMentions).toBe(1);
    expect(written(changed._id)).toMatchObject({ featureId: kept._id, narrative: 'One tank' });
    expect(written(moved._id).featureId).toBe(other._id);
  });

  it('of a merged feature is undone before the one it was made by', async () => {
    const [first, second, third] = [await feature('A'), await feature('B'), await feature('C')];
    const found = await mention(first._id);
    const into = await merge(second, first);
    const onward = await merge(third, second);
    await expect(undo(into)).rejects.toMatchObject({
      reason: 'merged_again',
      message: '“B” has been merged into another feature since. Undo that merge first.',
    });
    await undo(onward);
    expect(written(found._id).featureId).toBe(second._id);
    await undo(into);
    expect([written(found._id).featureId, stored(first._id).merged]).toEqual([first._id, undefined]);
  });

  it('is one of several into the same feature, each of which is undone for itself', async () => {
    const [kept, one, two] = [
      await feature('A', ['dump']),
      await feature('B', ['manufacturing']),
      await feature('C', ['gas_station']),
    ];
    const [first, second] = [await merge(kept, one), await merge(kept, two)];
    const landUses = async (id: string) => (await undo(id)).kept.landUse;
    expect(await landUses(second)).toEqual(['dump', 'manufacturing']);
    expect(await landUses(first)).toEqual(['dump']);
    expect(stored(kept._id).merges?.map(({ undoneAt }) => undoneAt)).toEqual([rules.clock.now(), rules.clock.now()]);
  });

  it('is undone once: a repeat only finishes an interrupted call', async () => {
    const [kept, other] = [await feature('Works'), await feature('Plant', ['dump'])];
    const found = await mention(other._id);
    const id = await merge(kept, other);
    const { merged } = stored(other._id);
    const { featureId, current, history, historyCount, moves } = written(found._id);
    await undo(id);
    // state after a crash right after the deciding write
    const { actor } = rules.editor;
    const moved = { featureId, current, history, historyCount, moves };
    await rules.featureRows.change(other._id, actor, () => ({ set: { merged }, events: [] }));
    await rules.mentionRows.change(found._id, actor, () => ({ set: moved, events: [] }));
    expect((await undo(id)).restored.map(said)).toEqual([said(other)]);
    expect(written(found._id).featureId).toBe(other._id);
    const published = rules.featureRows.published.length;
    await undo(id);
    expect([rules.featureRows.published.length, written(found._id).historyCount]).toEqual([published, 3]);
    const again = { id, keptId: kept._id, mergedIds: [other._id] };
    await expect(rules.features.merge(rules.editor, again)).rejects.toMatchObject({ reason: 'merge_undone' });
  });

  it('is refused, with the reason, to those who may not, and once it is too late', async () => {
    const [kept, other, third] = [await feature('Works'), await feature('Plant'), await feature('Yard')];
    const id = await merge(kept, other);
    await expect(undo(id, rules.viewer)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(undo(id, rules.stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(undo(newId())).rejects.toMatchObject({ message: 'Merge not found' });
    const another = { id, keptId: kept._id, mergedIds: [third._id] };
    await expect(rules.features.merge(rules.editor, another)).rejects.toMatchObject({ reason: 'id_taken' });

    const lost = await merge(third, await feature('Shed'));
    await rules.features.delete(rules.editor, third._id);
    await expect(undo(lost)).rejects.toMatchObject({
      reason: 'merge_final',
      message:
        'The feature that the others were merged into has been deleted since, so the merge can no longer be undone.',
    });

    rules.clock.advance(RESTORABLE_DAYS * 86_400_000 - 2_000);
    await rules.features.purgeMerged();
    expect(stored(other._id)).toBeDefined();
    rules.clock.advance(2_000);
    await expect(undo(id)).rejects.toMatchObject({
      message: 'They were merged more than 30 days ago, so the merge can no longer be undone.',
    });
    await rules.features.purgeMerged();
    expect(rules.featureRows.find(other._id)).toBeUndefined();
  });

  it('cannot bring back what an undone run had made; its findings stay', async () => {
    const run = rules.run().id;
    const [kept, made] = [await feature('Works'), await feature('Plant', [], undefined, run)];
    const found = await mention(made._id);
    const id = await merge(kept, made);
    rules.run({ id: run, status: 'undone' });
    await rules.runs.applyRun(rules.editor, run);
    await expect(undo(id)).rejects.toMatchObject({
      message: 'What was merged has been deleted for good since, so the merge can no longer be undone.',
    });
    expect(written(found._id).featureId).toBe(kept._id);
  });
});

describe('A merged feature', () => {
  it('is none for readers and writers', async () => {
    const [kept, other] = [await feature('Works'), await feature('Plant')];
    await merge(kept, other);
    await expect(rules.features.get(rules.viewer, other._id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(rules.features.delete(rules.editor, other._id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { _id: id, projectId, name } = other;
    const input = { id, projectId, name, landUse: [], coordinate: undefined, authorId: undefined };
    await expect(rules.features.create(rules.editor, input)).rejects.toMatchObject({ reason: 'id_taken' });
  });

  it('is deleted with its project, with one event', async () => {
    const [kept, other] = [await feature('Works'), await feature('Plant')];
    await merge(kept, other);
    const before = rules.featureRows.published.length;
    await rules.features.removeAllOf(PROJECT);
    expect(rules.featureRows.all()).toEqual([]);
    expect(rules.featureRows.published.slice(before).map(({ name }) => name)).toEqual(['feature.deleted']);
  });
});

describe('A merge while others change the same features', () => {
  const call = (kept: FeatureRow, merged: FeatureRow, id = newId()) =>
    rules.features.merge(rules.editor, { id, keptId: kept._id, mergedIds: [merged._id] });
  const beforeMove = (nth: number, act: () => Promise<unknown>): void => {
    let moves = 0;
    rules.hooks.beforeMove = async () => {
      if (++moves === nth) await act();
    };
  };
  const placed = (rows: readonly MentionRow[]) => rows.map(({ _id }) => written(_id).featureId);

  it('the other way round ends as one merge: the later one is refused, and the first can be undone', async () => {
    const [a, b] = [await feature('A', ['dump']), await feature('B', ['gas_station'])];
    const found = [await mention(a._id), await mention(b._id)];
    const first = newId();
    let later: Promise<unknown> | undefined;
    // recorded but not yet hidden
    beforeMove(1, () => {
      rules.clock.advance(1);
      later = call(b, a).catch((error: unknown) => error);
      return later;
    });
    expect(said(await call(a, b, first))).toMatchObject({ name: 'A', landUse: ['dump', 'gas_station'] });
    expect(await later).toMatchObject({
      reason: 'merged_the_other_way',
      message: 'These features are being merged into “A” by another user at this moment. Look at the result first.',
    });
    expect([stored(a._id).merged, stored(b._id).merged?.id, placed(found)]).toEqual([
      ...[undefined, first],
      [a._id, a._id],
    ]);
    expect((await undo(first)).restored.map(said)).toEqual([said(b)]);
    expect(placed(found)).toEqual([a._id, b._id]);
  });

  it('the other way round that is seen only when it hides moves back what it has moved', async () => {
    const [a, b, c] = [await feature('A'), await feature('B'), await feature('C')];
    const found = [await mention(a._id), await mention(c._id)];
    // recorded with an earlier time, by another process
    const note = { id: newId(), mergedIds: [b._id], at: rules.clock.now() };
    const values = { landUse: [], location: null };
    rules.clock.advance(1);
    beforeMove(3, () =>
      rules.featureRows.change(a._id, rules.editor.actor, () => ({
        set: { merges: [{ ...note, before: values, after: values }] },
        events: [],
      })),
    );
    const both = { id: newId(), keptId: b._id, mergedIds: [c._id, a._id] };
    await expect(rules.features.merge(rules.editor, both)).rejects.toMatchObject({ reason: 'merged_the_other_way' });
    expect(placed(found)).toEqual([a._id, c._id]);
    expect([stored(a._id).merged, stored(c._id).merged]).toEqual([undefined, undefined]);
    expect(stored(b._id).merges?.map(({ undoneAt }) => undoneAt !== undefined)).toEqual([true]);
  });

  it('blocks no other merge after it was interrupted', async () => {
    const [a, b] = [await feature('A'), await feature('B')];
    beforeMove(1, () => Promise.reject(new Error('the process ended')));
    await expect(call(a, b)).rejects.toThrow('the process ended');
    rules.clock.advance(600_000);
    expect((await call(b, a)).name).toBe('B');
    expect(stored(a._id).merged).toBeDefined();
  });

  it('leaves the others as they were when the one that stays is deleted', async () => {
    const [kept, other] = [await feature('Works'), await feature('Plant')];
    const [own, moved] = [await mention(kept._id), await mention(other._id)];
    // a mention is moved after the deletion looked for mentions
    beforeMove(1, () => rules.features.delete(rules.editor, kept._id));
    await expect(call(kept, other)).rejects.toMatchObject({ reason: 'kept_feature_gone' });
    expect(stored(other._id).merged).toBeUndefined();
    expect(placed([own, moved])).toEqual(['', other._id]);
  });

  it('follows the kept feature into its own merge target', async () => {
    const [kept, other, third] = [await feature('Works'), await feature('Plant'), await feature('Yard')];
    const found = await mention(other._id);
    const [into, onward] = [newId(), newId()];
    beforeMove(1, () => call(third, kept, onward));
    expect((await call(kept, other, into)).name).toBe('Yard');
    expect(written(found._id).featureId).toBe(third._id);
    await undo(onward);
    expect(written(found._id).featureId).toBe(kept._id);
    await undo(into);
    expect(written(found._id).featureId).toBe(other._id);
  });

  it('that is undone before it has ended stays undone', async () => {
    const [kept, other] = [await feature('Works'), await feature('Plant')];
    const found = await mention(other._id);
    const id = newId();
    beforeMove(1, () => undo(id));
    await expect(call(kept, other, id)).rejects.toMatchObject({ reason: 'merge_undone' });
    expect([stored(other._id).merged, written(found._id).featureId]).toEqual([undefined, other._id]);
  });
});
