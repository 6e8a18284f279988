/** Guarantees for agents that write in bulk and unattended. */
import { AppError, newId } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { Annotation, Decision } from '@symbio/proto/annotation';
import { PROJECT, featureRules, type FeatureRules } from '../test/memory.js';
import type { MentionBatch, NewMention } from './mentions/create-mention.js';
import type { FeatureUpdate, NewFeature } from './features/write-feature.js';
import type { MentionUpdate } from './mentions/update-mention.js';
import type { MentionRow } from './model.js';

let rules: FeatureRules;
beforeEach(() => {
  rules = featureRules();
});

const newFeature = (over: Partial<NewFeature> = {}): NewFeature => ({
  ...{ id: newId(), projectId: PROJECT, name: 'Gas works', landUse: ['gas_station'] },
  ...{ coordinate: { longitude: 1, latitude: 2 }, authorId: undefined },
  ...over,
});
const feature = (over: Partial<NewFeature> = {}, by: CallContext = rules.editor) =>
  rules.features.create(by, newFeature(over));
const changeFeature = (id: string, over: Partial<FeatureUpdate> = {}, dryRun = false) =>
  rules.features.update(
    rules.editor,
    { id, name: undefined, landUse: [], coordinate: undefined, expectedUpdatedAt: undefined, ...over },
    { dryRun },
  );
const newMention = (over: Partial<NewMention> = {}): NewMention => ({
  ...{ id: newId(), featureId: '', projectId: '', narrative: 'Two tanks', suggestedLandUse: '' },
  ...{ sourceAnnotationId: over.sourceAnnotationId ?? rules.annotation().id },
  ...{ confidence: undefined, useType: undefined, authorId: undefined },
  ...over,
});
const create = (over: Partial<NewMention> = {}, by: CallContext = rules.editor) =>
  rules.mentions.create(by, newMention(over));
const update = (id: string, over: Partial<MentionUpdate> = {}, dryRun = false) =>
  rules.mentions.update(
    rules.editor,
    {
      ...{ id, narrative: undefined, confidence: undefined, useType: undefined },
      ...{ currentAuthorId: undefined, featureId: undefined },
      ...over,
    },
    { dryRun },
  );
const batch = (items: NewMention[], over: Partial<MentionBatch> = {}) =>
  rules.mentions.createMany(rules.editor, { items, allOrNothing: false, dryRun: false, ...over });
const resultsOf = (outcomes: (MentionRow | AppError)[]) =>
  outcomes.map((outcome) => (outcome instanceof AppError ? outcome.reason : 'made'));
const published = () => [...rules.mentionRows.published, ...rules.featureRows.published].map(({ name }) => name).sort();
const fields = (error: AppError) => error.fields;

describe('A feature', () => {
  it('under the id of one that is something else is refused; a repeat is not, whatever became of the feature', async () => {
    const asked = newFeature({ landUse: ['gas_station', 'dry_cleaner'] });
    const first = await feature(asked);
    const others = [{ name: 'Dump' }, { landUse: ['gas_station'] }, { coordinate: undefined }];
    for (const other of others)
      await expect(feature({ ...asked, ...other })).rejects.toMatchObject({
        code: 'FAILED_PRECONDITION',
        reason: 'id_taken',
        message: 'A feature with this id exists already.',
      });
    expect(rules.featureRows.find(asked.id)).toEqual(first);
    const changed = await changeFeature(asked.id, { name: 'Works' });
    expect(await feature(asked)).toEqual(changed);
    expect(await feature({ ...asked, landUse: ['dry_cleaner', 'gas_station'] })).toEqual(changed);
  });

  it('has its land uses and its place cleared when that is said, and left alone otherwise (API-11)', async () => {
    const { _id: id } = await feature();
    expect(await changeFeature(id, { name: 'Works' })).toMatchObject({ landUse: ['gas_station'] });
    expect(await changeFeature(id, { clearLandUse: true })).toMatchObject({
      landUse: [],
      location: { coordinates: [1, 2] },
    });
    expect(await changeFeature(id, { clearCoordinate: true })).toMatchObject({ name: 'Works', location: null });
  });

  it('is refused with every missing reference', async () => {
    const refused = feature({ projectId: newId(), runId: newId() });
    expect(await refused.catch(fields)).toEqual({ project_id: 'Project not found', run_id: 'Run not found' });
  });
});

describe('A stale change of a mention', () => {
  it('is refused unless it changes nothing', async () => {
    const made = await create();
    rules.clock.advance(1000);
    await update(made._id, { confidence: 3, expectedUpdatedAt: made.updatedAt });
    await expect(update(made._id, { confidence: 4, expectedUpdatedAt: made.updatedAt })).rejects.toMatchObject({
      code: 'ABORTED',
    });
    expect((await update(made._id, { confidence: 3, expectedUpdatedAt: made.updatedAt })).historyCount).toBe(2);
  });
});

describe('A mention that is deleted', () => {
  it('is deleted with its history, once, by editors only', async () => {
    const made = await create();
    const gone = (by: CallContext) => rules.mentions.delete(by, made._id).catch(({ code }: AppError) => code);
    expect(await gone(rules.viewer)).toBe('PERMISSION_DENIED');
    expect(await gone(rules.stranger)).toBe('NOT_FOUND');
    expect(await gone(rules.editor)).toBeUndefined();
    expect(await gone(rules.editor)).toBe('NOT_FOUND');
    expect(published()).toEqual(['mention.created', 'mention.deleted']);
    await expect(rules.mentions.get(rules.viewer, made._id)).rejects.toMatchObject({ message: 'Mention not found' });
  });
});

describe('A mention with neither feature nor annotation', () => {
  const lose = ({ sourceAnnotationId }: MentionRow) => rules.mentions.annotationDeleted(sourceAnnotationId, PROJECT, 2);

  it('is deleted with the last of the two, in either order', async () => {
    for (const last of ['feature', 'annotation']) {
      rules = featureRules();
      const { _id: featureId } = await feature();
      const made = await create({ featureId });
      if (last === 'feature') await lose(made);
      await rules.features.delete(rules.editor, featureId);
      if (last === 'annotation') await lose(made);
      await expect(rules.mentions.get(rules.viewer, made._id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect(rules.mentionRows.published.at(-1)).toMatchObject({ name: 'mention.deleted' });
    }
  });

  it('that an earlier version left is deleted, with one event', async () => {
    const made = await create();
    await rules.mentionRows.change(made._id, rules.editor.actor, () => ({
      set: { sourceAnnotationId: '' },
      events: [],
    }));
    for (let n = 0; n < 2; n++) await rules.mentions.removeOrphans(new AbortController().signal);
    await rules.mentions.removeAllOf(PROJECT);
    expect(published()).toEqual(['mention.created', 'mention.deleted']);
    expect(rules.mentionRows.all()).toEqual([]);
  });
});

describe('A list that comes out empty', () => {
  it('names the filters that are missing or invisible to the caller', async () => {
    const [featureId, sourceAnnotationId, authorId, runId] = ['x', newId(), 'y', newId()];
    const ask = { projectId: undefined, filter: { featureId, sourceAnnotationId, authorId, runId }, paging: undefined };
    const missing = {
      feature_id: 'Feature not found',
      annotation_id: 'Annotation not found',
      author_id: 'Author not found',
      run_id: 'Run not found',
    };
    expect(await rules.mentions.list(rules.editor, ask).catch(fields)).toEqual(missing);
    expect(await rules.mentions.listHistory(rules.editor, { ...ask, status: '' }).catch(fields)).toEqual(missing);
    const { _id } = await feature();
    const foreign = { ...ask, filter: { featureId: _id } };
    expect(await rules.mentions.list(rules.stranger, foreign).catch(fields)).toEqual({
      feature_id: 'Feature not found',
    });
    expect((await rules.mentions.list(rules.viewer, foreign)).rows).toEqual([]);
    const ofProject = { ...ask, projectId: newId(), filter: {} };
    expect(await rules.mentions.list(rules.editor, ofProject).catch(fields)).toEqual({
      project_id: 'Project not found',
    });
  });
});

describe('A batch of mentions', () => {
  it('returns a result per item, and looks up shared references once', async () => {
    const source = rules.annotation().id;
    let asked = 0;
    rules.hooks.onRead = () => Promise.resolve(void asked++);
    const [good, alike] = [newMention({ sourceAnnotationId: source }), newMention({ sourceAnnotationId: source })];
    const items = [good, newMention({ confidence: 11 }), alike, newMention({ sourceAnnotationId: newId() }), good];
    const outcomes = await batch(items);
    expect(resultsOf(outcomes)).toEqual(['made', 'invalid_fields', 'made', 'not_found', 'invalid_fields']);
    expect(outcomes[4]).toMatchObject({ fields: { id: 'Another item of the batch has this id' } });
    expect(asked).toBe(2);
    expect(published()).toEqual(['mention.created', 'mention.created']);
    // a repeated item, and one whose id is taken
    expect(resultsOf(await batch([good, newMention({ id: alike.id })]))).toEqual(['made', 'id_taken']);
    expect(rules.mentionRows.all()).toHaveLength(2);
  });

  it('written all or nothing writes nothing when one is refused, and returns the reason of each', async () => {
    const taken = await create();
    for (const bad of [newMention({ useType: 'maybe' }), newMention({ id: taken._id })]) {
      const outcomes = await batch([newMention(), bad], { allOrNothing: true });
      expect(resultsOf(outcomes)).toEqual(['batch_refused', bad.id === taken._id ? 'id_taken' : 'invalid_fields']);
    }
    expect(rules.mentionRows.all()).toHaveLength(1);
    expect(resultsOf(await batch([newMention(), newMention()], { allOrNothing: true }))).toEqual(['made', 'made']);
  });

  it('leaves nothing when the source of one is deleted during the write', async () => {
    const deleted = rules.annotation().id;
    await rules.tombstones.record(deleted);
    let asked = 0;
    rules.hooks.onRead = () => Promise.resolve(void (++asked === 2 && rules.annotations.delete(deleted)));
    const items = [newMention(), newMention({ sourceAnnotationId: deleted })];
    expect(resultsOf(await batch(items, { allOrNothing: true }))).toEqual(['batch_refused', 'not_found']);
    expect(rules.mentionRows.all()).toEqual([]);
  });

  it('applies a decision about an agent’s annotation made during the write', async () => {
    const [found, other] = [rules.annotation({ authorType: 'ai_agent' }), rules.annotation()];
    const { _id: featureId } = await feature();
    const copyId = newId();
    const decisions = [Decision.fromPartial({ verdict: 'accepted', copyId, authorId: 'ann' })];
    const accepted = Annotation.fromPartial({ ...found, decisions });
    let asked = 0;
    rules.hooks.onRead = async () => {
      if (++asked > 1) return;
      rules.annotations.set(found.id, accepted);
      // finds no mention of it yet
      await rules.mentions.annotationReviewed(accepted);
    };
    const shared = { featureId, confidence: 4 };
    const ofFound = () => newMention({ ...shared, sourceAnnotationId: found.id });
    const items = [ofFound(), ofFound(), newMention({ ...shared, sourceAnnotationId: other.id })];
    const made = await rules.mentions.createMany(rules.apiKey, { items, allOrNothing: false, dryRun: false });
    const theirs = { sourceAnnotationId: copyId, current: { authorId: 'ann', useType: 'confirmed' } };
    expect(made).toMatchObject([theirs, theirs, { sourceAnnotationId: other.id, historyCount: 1 }]);
    expect(items.map(({ id }) => rules.mentionRows.find(id)?.historyCount)).toEqual([2, 2, 1]);
    // each annotation once before, and the agent's once after
    expect(asked).toBe(3);
  });

  it('reads an annotation once if there is no concurrent decision', async () => {
    const found = rules.annotation({ authorType: 'ai_agent' });
    const { _id: featureId } = await feature();
    let asked = 0;
    rules.hooks.onRead = () => Promise.resolve(void asked++);
    const items = [1, 2].map(() => newMention({ featureId, confidence: 4, sourceAnnotationId: found.id }));
    await rules.mentions.createMany(rules.apiKey, { items, allOrNothing: false, dryRun: false });
    expect(asked).toBe(1);
  });

  it('that was interrupted before it applied decisions applies them when repeated', async () => {
    const found = rules.annotation({ authorType: 'ai_agent' });
    const { _id: featureId } = await feature();
    const items = [newMention({ featureId, confidence: 4, sourceAnnotationId: found.id })];
    const write = () => rules.mentions.createMany(rules.apiKey, { items, allOrNothing: true, dryRun: false });
    const decisions = [Decision.fromPartial({ verdict: 'accepted', copyId: newId(), authorId: 'ann' })];
    const decided = Annotation.fromPartial({ ...found, decisions });
    let asked = 0;
    rules.hooks.onRead = async () => {
      if (++asked === 1) await rules.mentions.annotationReviewed(decided);
      if (asked === 2) throw new AppError('UNAVAILABLE', 'unavailable', 'Try again');
    };
    await expect(write()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    rules.annotations.set(found.id, decided);
    expect(await write()).toMatchObject([{ historyCount: 2, current: { authorId: 'ann' } }]);
  });

  it.each([0, 501])('of %d is refused', async (count) => {
    const items = Array.from({ length: count }, () => newMention({ sourceAnnotationId: 'x' }));
    expect(await batch(items).catch(fields)).toEqual({ items: 'Give 1 to 500 mentions' });
  });
});

describe('A dry run', () => {
  it('returns the result of the call, and writes nothing', async () => {
    const [made, place] = [await create(), await feature()];
    const before = [rules.mentionRows.all(), rules.featureRows.all(), published()];
    const mention = await rules.mentions.create(rules.editor, newMention(), { dryRun: true });
    expect(mention).toMatchObject({ historyCount: 1, current: { confidence: 10 } });
    expect(resultsOf(await batch([newMention(), newMention({ confidence: -1 })], { dryRun: true }))).toEqual([
      'made',
      'invalid_fields',
    ]);
    expect(await update(made._id, { confidence: 2 }, true)).toMatchObject({ historyCount: 2 });
    await rules.mentions.delete(rules.editor, made._id, { dryRun: true });
    expect(await rules.features.create(rules.editor, newFeature({ name: 'Dump' }), { dryRun: true })).toMatchObject({
      name: 'Dump',
    });
    expect(await changeFeature(place._id, { name: 'Works' }, true)).toMatchObject({ name: 'Works' });
    await rules.features.delete(rules.editor, place._id, { dryRun: true });
    expect([rules.mentionRows.all(), rules.featureRows.all(), published()]).toEqual(before);
  });

  it('refuses as the call does', async () => {
    const made = await create();
    const stale = { confidence: 2, expectedUpdatedAt: new Date(0) };
    await expect(update(made._id, stale, true)).rejects.toMatchObject({ code: 'ABORTED' });
    const taken = rules.mentions.create(rules.editor, newMention({ id: made._id }), { dryRun: true });
    await expect(taken).rejects.toMatchObject({ reason: 'id_taken' });
    const denied = rules.mentions.delete(rules.viewer, made._id, { dryRun: true });
    await expect(denied).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });
});
