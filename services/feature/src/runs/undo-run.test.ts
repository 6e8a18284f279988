import { newId, type AppError } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { AGENT, PROJECT, featureRules, type FeatureRules } from '../../test/memory.js';
import type { NewMention } from '../mentions/create-mention.js';
import type { MentionUpdate } from '../mentions/update-mention.js';

let rules: FeatureRules;
let runId: string;
let asAgent: CallContext;
beforeEach(() => {
  rules = featureRules();
  runId = rules.run().id;
  asAgent = rules.apiKey;
});

const feature = (run = '', by: CallContext = rules.editor) =>
  rules.features.create(by, {
    ...{ id: newId(), projectId: PROJECT, name: 'Gas works', landUse: [] },
    ...{ coordinate: undefined, authorId: undefined, runId: run },
  });
const mention = (over: Partial<NewMention> = {}, by: CallContext = rules.editor) =>
  rules.mentions.create(by, {
    ...{ id: newId(), featureId: '', projectId: '', sourceAnnotationId: rules.annotation().id },
    ...{ narrative: 'Two tanks', confidence: 5, useType: undefined, authorId: undefined, suggestedLandUse: '' },
    ...over,
  });
/** Person who manages agents writes under the run, in another author's mention. */
const update = (id: string, over: Partial<MentionUpdate>, by: CallContext = rules.editor) =>
  rules.mentions.update(by, {
    ...{ id, narrative: undefined, confidence: undefined, useType: undefined },
    ...{ currentAuthorId: by === rules.editor && over.runId ? AGENT : undefined, featureId: undefined },
    ...over,
  });
const undo = (id = runId) => rules.runs.undo(rules.editor, id);
const stored = (id: string) => rules.mentionRows.find(id);

describe('What is written under a run', () => {
  it('says so; its lists are narrowed to it; it is listed with what else the run wrote, oldest first', async () => {
    const place = await feature(runId, asAgent);
    rules.clock.advance(1000);
    const made = await mention({ runId, featureId: place._id }, asAgent);
    const theirs = await mention({ featureId: place._id });
    rules.clock.advance(1000);
    const changed = await update(theirs._id, { narrative: 'One tank', runId });
    expect([place.runId, made.runId, made.current?.runId, changed.runId]).toEqual([runId, runId, runId, undefined]);
    const listed = await rules.runs.listWrites(rules.viewer, runId, undefined);
    expect(listed).toMatchObject({ featureCount: 1, mentionCount: 1, historyRecordCount: 1, pageInfo: undefined });
    expect(listed.rows.map(({ kind, id }) => [kind, id])).toEqual([
      ['feature', place._id],
      ['mention', made._id],
      ['history_record', changed.current?.id],
    ]);
    expect(listed.rows[2]).toMatchObject({ label: 'One tank', mentionId: theirs._id });
    const second = await rules.runs.listWrites(rules.viewer, runId, { page: 2, perPage: 2 });
    expect(second.rows.map(({ kind }) => kind)).toEqual(['history_record']);
    expect(second.pageInfo).toMatchObject({ count: 3, totalPages: 2 });
    const ofRun = { projectId: PROJECT, filter: { runId }, paging: undefined };
    expect((await rules.mentions.list(rules.viewer, ofRun)).rows.map(({ _id }) => _id)).toEqual([made._id]);
    const history = await rules.mentions.listHistory(rules.viewer, { ...ofRun, status: '' });
    expect(history.rows.map(({ mentionId }) => mentionId).sort()).toEqual([made._id, theirs._id].sort());
  });

  it('is refused unless the run is there, of the project, and open', async () => {
    const elsewhere = rules.run({ projectId: newId() }).id;
    const finished = rules.run({ status: 'finished' }).id;
    const { _id } = await mention();
    for (const [id, reason] of [
      [newId(), 'not_found'],
      [elsewhere, 'run_elsewhere'],
      [finished, 'run_closed'],
    ] as const)
      for (const write of [() => feature(id), () => mention({ runId: id }), () => update(_id, { runId: id })])
        await expect(write()).rejects.toMatchObject({ reason, fields: { run_id: expect.any(String) as unknown } });
  });

  it('is removed if the run is undone during the write', async () => {
    const { _id, current } = await mention();
    // recorded here, while the run is still returned as open
    await rules.tombstones.record(runId);
    for (const write of [
      () => feature(runId),
      () => mention({ runId }),
      () => update(_id, { narrative: 'late', runId }),
    ])
      await expect(write()).rejects.toMatchObject({ reason: 'run_closed' });
    expect(rules.featureRows.all()).toEqual([]);
    expect(rules.mentionRows.all()).toHaveLength(1);
    expect(stored(_id)?.current).toMatchObject({ narrative: current?.narrative, authorId: current?.authorId });
  });
});

describe('A run that was undone', () => {
  it('loses its mentions and features; used ones are kept and returned; a repeat changes nothing', async () => {
    const [own, shared] = [await feature(runId, asAgent), await feature(runId, asAgent)];
    const made = await mention({ runId, featureId: own._id }, asAgent);
    const theirs = await mention({ featureId: shared._id });
    expect(await undo()).toMatchObject({
      ...{ run: { id: runId, status: 'undone' }, deletedMentions: 1, deletedFeatures: 1, endedRecords: 0 },
      ...{ keptFeatureIds: [shared._id], keptMentionIds: [] },
    });
    expect([stored(made._id), rules.featureRows.find(own._id)]).toEqual([undefined, undefined]);
    expect(stored(theirs._id)?.featureId).toBe(shared._id);
    const published = () => rules.mentionRows.published.length + rules.featureRows.published.length;
    const before = published();
    await rules.runs.undoWrites({ id: runId, projectId: PROJECT });
    expect(published()).toBe(before);
  });

  it('is undone once by its event and its call together, also if it wrote hundreds of objects', async () => {
    for (let n = 0; n < 201; n++) await mention({ runId, featureId: (await feature(runId, asAgent))._id }, asAgent);
    const run = { id: runId, projectId: PROJECT };
    const [byEvent, byCall] = await Promise.all([rules.runs.undoWrites(run), rules.runs.undoWrites(run)]);
    expect(byCall).toMatchObject({ deletedMentions: 201, deletedFeatures: 201, keptFeatureIds: [] });
    expect(byEvent).toEqual(byCall);
    expect([rules.mentionRows.all(), rules.featureRows.all()]).toEqual([[], []]);
  });

  it('holds no more in the mentions of others: what held before holds again, in a new record (OP-29)', async () => {
    const [first, second] = [await feature(), await feature()];
    const theirs = await mention({ featureId: first._id });
    await update(theirs._id, { narrative: 'One tank', featureId: second._id, runId });
    await update(theirs._id, { confidence: 1, runId });
    expect(await undo()).toMatchObject({ endedRecords: 1, deletedMentions: 0 });
    const { current, history, featureId } = stored(theirs._id)!;
    expect(featureId).toBe(first._id);
    expect(current).toMatchObject({ narrative: 'Two tanks', authorId: theirs.authorId, confidence: 5 });
    expect(current).not.toHaveProperty('runId');
    expect(history.map(({ status }) => status)).toEqual(['superseded', 'superseded', 'superseded', 'active']);
  });

  it('keeps later records of others, and restores no ended record', async () => {
    const [written, ended] = [await mention(), await mention()];
    await update(written._id, { narrative: 'One tank', runId });
    await update(written._id, { narrative: 'No tank' }, rules.editor);
    await rules.mentions.endRecord(rules.editor, ended.current!.id);
    await update(ended._id, { narrative: 'One tank', runId });
    await undo();
    expect(stored(written._id)?.current?.narrative).toBe('No tank');
    expect(stored(ended._id)?.current).toBeNull();
  });

  it('does not bring back what another undone run wrote', async () => {
    const { _id } = await mention();
    const other = rules.run().id;
    await update(_id, { narrative: 'by the first', runId });
    await update(_id, { narrative: 'by the second', runId: other });
    await undo();
    expect(stored(_id)?.current?.narrative).toBe('by the second');
    await undo(other);
    expect(stored(_id)?.current?.narrative).toBe('Two tanks');
  });

  it('leaves a mention that a person has taken over, and its feature', async () => {
    const place = await feature(runId, asAgent);
    const made = await mention({ runId, featureId: place._id }, asAgent);
    await update(made._id, { confidence: 9 }, rules.editor);
    expect(made.authorId).toBe(AGENT);
    expect(await undo()).toMatchObject({ keptMentionIds: [made._id], keptFeatureIds: [place._id] });
    expect(stored(made._id)?.current).toMatchObject({ confidence: 9 });
  });

  it.each([
    ['the one that made it first', (made: string, wrote: string) => [made, wrote]],
    ['the one that made it last', (made: string, wrote: string) => [wrote, made]],
  ])('takes a feature with it that only mentions of another undone run named: %s', async (_, inOrder) => {
    const other = rules.run().id;
    const [place, shared, mine] = [await feature(runId, asAgent), await feature(runId, asAgent), await feature()];
    await mention({ runId: other, featureId: place._id }, asAgent);
    for (const { _id: featureId } of [shared, mine]) await mention({ runId: other, featureId }, asAgent);
    await mention({ featureId: shared._id });
    const [first, last] = inOrder(runId, other);
    await undo(first);
    expect(rules.featureRows.find(place._id)).toBeDefined();
    expect(await undo(last)).toMatchObject({ deletedFeatures: 1 });
    // features named by a person stay, as do those of runs not undone
    expect(rules.featureRows.all().map(({ _id }) => _id)).toEqual([shared._id, mine._id]);
  });

  it('takes a feature of another undone run with it when it no longer holds what moved a mention there', async () => {
    const other = rules.run().id;
    const [place, mine] = [await feature(runId, asAgent), await feature()];
    const theirs = await mention({ featureId: mine._id });
    await update(theirs._id, { featureId: place._id, runId: other });
    expect(await undo()).toMatchObject({ keptFeatureIds: [place._id] });
    expect(await undo(other)).toMatchObject({ endedRecords: 1, deletedFeatures: 1, keptFeatureIds: [] });
    expect(stored(theirs._id)?.featureId).toBe(mine._id);
    expect(rules.featureRows.all().map(({ _id }) => _id)).toEqual([mine._id]);
  });

  it('is applied only if the run is undone, for editors of its project', async () => {
    const apply = (by: CallContext, id = runId) => rules.runs.applyRun(by, id).catch(({ reason }: AppError) => reason);
    expect(await apply(rules.editor)).toBe('run_not_undone');
    expect(await apply(rules.viewer)).toBe('not_authorized');
    expect(await apply(rules.stranger)).toBe('not_found');
    expect(await apply(rules.editor, newId())).toBe('not_found');
  });
});
