import { newId } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import type { RowValues } from '@symbio/mongo';
import { Annotation, Decision } from '@symbio/proto/annotation';
import { AGENT, PROJECT, featureRules, type FeatureRules } from '../../test/memory.js';
import type { NewMention } from './create-mention.js';
import type { FeatureRow } from '../model.js';
import type { MentionUpdate } from './update-mention.js';

let rules: FeatureRules;
beforeEach(() => {
  rules = featureRules();
});

const feature = () =>
  rules.features.create(rules.editor, {
    ...{ id: newId(), projectId: PROJECT, name: 'Gas works', landUse: [] },
    ...{ coordinate: undefined, authorId: undefined },
  });
const create = (over: Partial<NewMention> = {}, by: CallContext = rules.editor) =>
  rules.mentions.create(by, {
    ...{
      id: newId(),
      featureId: '',
      projectId: '',
      sourceAnnotationId: over.sourceAnnotationId ?? rules.annotation().id,
    },
    ...{ narrative: 'Two tanks', confidence: undefined, useType: undefined, authorId: undefined },
    ...{ suggestedLandUse: '' },
    ...over,
  });
const update = (id: string, over: Partial<MentionUpdate> = {}, by: CallContext = rules.editor) =>
  rules.mentions.update(by, {
    ...{ id, narrative: undefined, confidence: undefined, useType: undefined },
    ...{ currentAuthorId: undefined, featureId: undefined },
    ...over,
  });
const stored = (id: string) => rules.mentionRows.find(id)!;
const published = () => rules.mentionRows.published.map(({ name }) => name.split('.')[1]);
const code = (error: { code: string }) => error.code;

describe('Making a mention', () => {
  it('by a person is confirmed with confidence 10 unless chosen otherwise (OP-27)', async () => {
    expect((await create()).current).toMatchObject({ confidence: 10, useType: 'confirmed', status: 'active' });
    const chosen = await create({ confidence: 3, useType: 'historical' });
    expect(chosen.current).toMatchObject({ confidence: 3, useType: 'historical' });
  });

  it('by an agent says how sure it is, names a feature, and is a suspicion', async () => {
    const { _id: featureId } = await feature();
    expect((await create({ featureId, confidence: 4 }, rules.apiKey)).current).toMatchObject({
      authorId: AGENT,
      useType: 'suspected',
    });
    await expect(create({ featureId }, rules.apiKey)).rejects.toMatchObject({
      fields: { confidence: 'Confidence is required of an agent' },
    });
    await expect(create({ confidence: 4 }, rules.apiKey)).rejects.toMatchObject({
      fields: { feature_of_interest_id: 'feature_of_interest_id is required' },
    });
  });

  it('twice under one id makes one, for its author only', async () => {
    const input = { id: newId(), sourceAnnotationId: rules.annotation().id };
    const first = await create(input);
    expect(await create(input)).toEqual(first);
    expect(published()).toEqual(['created']);
    await expect(create({ id: input.id })).rejects.toMatchObject({ reason: 'id_taken' });
  });

  it('under the id of one that says something else is refused; a repeat is not, whatever became of the mention', async () => {
    const input = { id: newId(), sourceAnnotationId: rules.annotation().id, narrative: 'A gas works' };
    const { _id: featureId } = await feature();
    const first = await create(input);
    for (const other of [{ narrative: 'A tank' }, { confidence: 2 }, { featureId }, { useType: 'historical' }])
      await expect(create({ ...input, ...other })).rejects.toMatchObject({
        code: 'FAILED_PRECONDITION',
        reason: 'id_taken',
        message: 'A mention with this id exists already.',
      });
    expect(stored(input.id)).toEqual(first);
    const changed = await update(input.id, { narrative: 'A tank', featureId });
    expect(await create(input)).toEqual(changed);
    // explicit defaults equal omitted ones
    expect(await create({ ...input, confidence: 10, useType: 'confirmed' })).toEqual(changed);
  });

  it('needs an annotation and a feature of the same project', async () => {
    const elsewhere = rules.annotation({ projectId: newId() }).id;
    expect(await create({ sourceAnnotationId: elsewhere }).catch(code)).toBe('NOT_FOUND');
    expect(await create({ featureId: newId() }).catch(code)).toBe('NOT_FOUND');
    await expect(create({ projectId: newId() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      fields: { project_id: 'Project not found' },
    });
    expect(await create({}, rules.viewer).catch(code)).toBe('PERMISSION_DENIED');
    expect(rules.mentionRows.all()).toEqual([]);
  });

  it('is removed if its annotation is deleted during the write, and stays if that was restored', async () => {
    const deleted = rules.annotation().id;
    await rules.tombstones.record(deleted);
    rules.hooks.onRead = () => Promise.resolve(void rules.annotations.delete(deleted));
    expect(await create({ sourceAnnotationId: deleted }).catch(code)).toBe('NOT_FOUND');
    expect(rules.mentionRows.all()).toEqual([]);
    rules.hooks.onRead = () => Promise.resolve();
    const restored = rules.annotation().id;
    await rules.tombstones.record(restored);
    expect((await create({ sourceAnnotationId: restored })).sourceAnnotationId).toBe(restored);
  });

  it('for a feature that is deleted later leaves it unassociated, in a record of its own', async () => {
    const { _id: featureId } = await feature();
    const { _id } = await create({ featureId, narrative: 'kept' });
    await rules.features.delete(rules.editor, featureId);
    expect(stored(_id)).toMatchObject({
      featureId: '',
      current: { featureId: '', narrative: 'kept' },
      historyCount: 2,
    });
  });
});

describe('Changing a mention', () => {
  it('adds a record; unchanged values add none (OP-29)', async () => {
    const { _id } = await create();
    const changed = await update(_id, { confidence: 4 });
    expect(changed.history.map(({ status, confidence }) => [status, confidence])).toEqual([
      ['superseded', 10],
      ['active', 4],
    ]);
    expect(await update(_id, { confidence: 4 })).toEqual(changed);
    expect(published()).toEqual(['created', 'changed']);
  });

  it('of which nothing is current writes a record that is', async () => {
    const made = await create();
    await rules.mentions.endRecord(rules.editor, made.current!.id);
    expect(stored(made._id).current).toBeNull();
    expect((await update(made._id, { confidence: 10 })).current).toMatchObject({ confidence: 10, status: 'active' });
  });

  it('of which nothing is current, and whose feature is gone, does not go back there', async () => {
    const { _id: featureId } = await feature();
    const made = await create({ featureId });
    await rules.mentions.endRecord(rules.editor, made.current!.id);
    await rules.features.delete(rules.editor, featureId);
    const changed = await update(made._id, { confidence: 4 });
    expect(changed).toMatchObject({ featureId: '', current: { featureId: '', confidence: 4 }, historyCount: 2 });
  });

  it('moves it to a feature of its project only, and names all that is not there at once', async () => {
    const { _id } = await create();
    const [elsewhere, projectId] = [newId(), newId()];
    rules.roles.set(`${rules.editor.actor.sub}/${projectId}`, 'editor');
    await rules.featureRows.insert(elsewhere, { projectId } as RowValues<FeatureRow>, rules.editor.actor, () => []);
    for (const featureId of [newId(), elsewhere])
      await expect(update(_id, { featureId })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        fields: { feature_of_interest_id: 'Feature not found' },
      });
    await expect(update(_id, { featureId: newId(), runId: newId() })).rejects.toMatchObject({
      fields: { feature_of_interest_id: 'Feature not found', run_id: 'Run not found' },
    });
    expect(stored(_id)).toMatchObject({ featureId: '', historyCount: 1 });
  });

  it('names every bad field at once, and is for editors', async () => {
    const { _id } = await create();
    await expect(update(_id, { narrative: 'x'.repeat(5001), confidence: -1, useType: 'maybe' })).rejects.toMatchObject({
      fields: {
        narrative: 'The narrative must have at most 5000 characters',
        confidence: 'Confidence must be between 0 and 10',
        use_type: 'use_type must be one of current, historical, suspected, confirmed',
      },
    });
    expect(await update(_id, { confidence: 1 }, rules.viewer).catch(code)).toBe('PERMISSION_DENIED');
    expect(await update(_id, { confidence: 1 }, rules.stranger).catch(code)).toBe('NOT_FOUND');
    expect(await update(newId()).catch(code)).toBe('NOT_FOUND');
  });
});

describe('Ending a record', () => {
  it('makes the newest that is still active current; rejecting says who and why', async () => {
    const made = await create();
    await rules.mentions.endRecord(rules.editor, made.current!.id, { reason: ' a cistern ' });
    const { history, current } = stored(made._id);
    expect(current).toBeNull();
    expect(history.at(-1)).toMatchObject({
      status: 'rejected',
      narrative: 'a cistern',
      authorId: rules.editor.actor.authorId,
    });
    // ended already
    expect(await rules.mentions.endRecord(rules.editor, made.current!.id).catch(code)).toBe('FAILED_PRECONDITION');
    expect(stored(made._id).historyCount).toBe(2);
    expect(await rules.mentions.endRecord(rules.editor, newId()).catch(code)).toBe('NOT_FOUND');
  });
});

describe('Rejecting what an agent proposes', () => {
  const proposed = async () => {
    const proposal = rules.annotation({ authorType: 'ai_agent' });
    const { _id: featureId } = await feature();
    const made = await create({ sourceAnnotationId: proposal.id, featureId, confidence: 5 }, rules.apiKey);
    return { proposal, made, recordId: made.current!.id };
  };

  it('is one decision: the proposal has it, and the history one record of it, also when its event comes', async () => {
    const { proposal, made, recordId } = await proposed();
    for (let n = 0; n < 2; n++) await rules.mentions.endRecord(rules.editor, recordId, { reason: 'a street' });
    const { authorId } = rules.editor.actor;
    const decided = rules.annotations.get(proposal.id)!;
    expect(decided.decisions).toMatchObject([{ verdict: 'rejected', reason: 'a street', authorId }]);
    await rules.mentions.annotationReviewed(decided);
    expect(stored(made._id)).toMatchObject({ current: null, historyCount: 2, sourceAnnotationId: proposal.id });
    expect(stored(made._id).history.at(-1)).toMatchObject({ status: 'rejected', narrative: 'a street', authorId });
  });

  it('on the sheet changes all mentions of the annotation before the response', async () => {
    const { proposal, made } = await proposed();
    const other = await create(
      { sourceAnnotationId: proposal.id, confidence: 3, featureId: made.featureId },
      rules.apiKey,
    );
    const decision = { id: proposal.id, action: 'reject', reason: 'a street' };
    const { annotation } = await rules.mentions.reviewFinding(rules.editor, decision);
    expect(annotation?.decisions).toMatchObject([{ verdict: 'rejected', reason: 'a street' }]);
    for (const { _id } of [made, other])
      expect(stored(_id)).toMatchObject({ current: null, historyCount: 2, reviewNumber: 1 });
    const again = rules.mentions.reviewFinding(rules.editor, decision);
    await expect(again).rejects.toMatchObject({ reason: 'decided_already' });
  });

  it('without a reason records a default one, which a decision requires', async () => {
    const { proposal, recordId } = await proposed();
    await rules.mentions.endRecord(rules.editor, recordId, { reason: ' ' });
    expect(rules.annotations.get(proposal.id)?.decisions).toMatchObject([
      { reason: 'Held to be wrong; no reason given.' },
    ]);
  });

  it('is refused after a concurrent other decision, and writes nothing', async () => {
    const { proposal, made, recordId } = await proposed();
    rules.hooks.onRead = () => {
      const decisions = [Decision.fromPartial({ verdict: 'accepted', copyId: newId(), authorId: 'ben' })];
      rules.annotations.set(proposal.id, { ...proposal, decisions });
      return Promise.resolve();
    };
    const refused = rules.mentions.endRecord(rules.editor, recordId, { reason: 'a street' });
    await expect(refused).rejects.toMatchObject({ reason: 'decided_already' });
    expect(stored(made._id).historyCount).toBe(1);
  });

  it('decides nothing where a key says so, where the annotation is gone, and where a person took it over', async () => {
    const byKey = await proposed();
    await rules.mentions.endRecord(rules.apiKey, byKey.recordId, { reason: 'seen again: nothing' });
    expect(rules.annotations.get(byKey.proposal.id)?.decisions).toEqual([]);
    const gone = await proposed();
    rules.annotations.delete(gone.proposal.id);
    await rules.mentions.endRecord(rules.editor, gone.recordId, { reason: 'a street' });
    const taken = await proposed();
    const copy = rules.annotation();
    const decisions = [Decision.fromPartial({ verdict: 'accepted', copyId: copy.id, authorId: 'ben' })];
    rules.annotations.set(taken.proposal.id, { ...taken.proposal, decisions });
    await rules.mentions.annotationReviewed(rules.annotations.get(taken.proposal.id)!);
    await rules.mentions.endRecord(rules.editor, stored(taken.made._id).current!.id, { reason: 'a cistern' });
    expect(rules.annotations.get(taken.proposal.id)?.decisions).toHaveLength(1);
    for (const { made } of [byKey, gone, taken])
      expect([stored(made._id).current, stored(made._id).history.at(-1)?.status]).toEqual([null, 'rejected']);
  });

  it('that was accepted loses the words that deny it', async () => {
    const proposal = rules.annotation({ authorType: 'ai_agent' });
    const narrative = '"GAS" is lettered on page 3. Read by a program; not confirmed.';
    const { _id: featureId } = await feature();
    const { _id } = await create(
      { sourceAnnotationId: proposal.id, featureId, confidence: 5, narrative },
      rules.apiKey,
    );
    const decisions = [Decision.fromPartial({ verdict: 'accepted', copyId: newId(), authorId: 'ann' })];
    await rules.mentions.annotationReviewed({ ...proposal, decisions });
    expect(stored(_id).narrative).toBe('"GAS" is lettered on page 3. Found by Symbio Spotter.');
    expect(stored(_id).history[0]?.narrative).toBe(narrative);
  });
});

describe('Mentions follow their annotation', () => {
  it('lose and regain their source, whichever event comes first', async () => {
    const { _id: featureId } = await feature();
    const { _id, sourceAnnotationId: source } = await create({ featureId });
    await rules.mentions.annotationDeleted(source, PROJECT, 2);
    expect(stored(_id).sourceAnnotationId).toBe('');
    for (let n = 0; n < 2; n++) await rules.mentions.annotationRestored(source, PROJECT, 3);
    expect(stored(_id)).toMatchObject({ sourceAnnotationId: source, historyCount: 1 });
    expect(published()).toEqual(['created', 'changed', 'changed']);
    await rules.mentions.annotationRestored(source, PROJECT, 5);
    await rules.mentions.annotationDeleted(source, PROJECT, 4);
    expect(stored(_id).sourceAnnotationId).toBe(source);
  });

  it("take over what people decide about the agent's, once each", async () => {
    const found = rules.annotation({ authorType: 'ai_agent' });
    const { _id: featureId } = await feature();
    const { _id } = await create({ sourceAnnotationId: found.id, featureId, confidence: 5 }, rules.apiKey);
    const copyId = newId();
    const decisions = [Decision.fromPartial({ verdict: 'accepted', copyId, authorId: 'ann' })];
    const accepted = Annotation.fromPartial({ ...found, decisions });
    for (let n = 0; n < 2; n++) await rules.mentions.annotationReviewed(accepted);
    expect(stored(_id)).toMatchObject({
      sourceAnnotationId: copyId,
      historyCount: 2,
      // acceptance changes no confidence (D-72)
      current: { authorId: 'ann', confidence: 5, useType: 'confirmed' },
    });
  });
});

describe('Mentions in lists', () => {
  it('are those of the project, or of all that the caller may see, newest first, in slices when asked for', async () => {
    const made: string[] = [];
    for (let n = 0; n < 3; n++) made.unshift((await create())._id);
    const list = (by: CallContext, projectId: string | undefined, paging?: { page: number; perPage: number }) =>
      rules.mentions.list(by, { projectId, filter: {}, paging });
    expect((await list(rules.viewer, PROJECT)).rows.map(({ _id }) => _id)).toEqual(made);
    expect((await list(rules.viewer, undefined, { page: 2, perPage: 2 })).rows.map(({ _id }) => _id)).toEqual([
      made[2],
    ]);
    expect((await list(rules.stranger, undefined)).rows).toEqual([]);
    expect(await list(rules.stranger, PROJECT).catch(code)).toBe('NOT_FOUND');
    expect((await rules.mentions.listUnassociated(rules.viewer, PROJECT, undefined)).rows).toHaveLength(3);
    const query = { projectId: PROJECT, filter: {}, paging: undefined, status: 'maybe' };
    expect(await rules.mentions.listHistory(rules.viewer, query).catch(code)).toBe('INVALID_ARGUMENT');
  });

  it('of an annotation that is deleted are still there; where there are none it must be known', async () => {
    const { sourceAnnotationId } = await create();
    rules.annotations.delete(sourceAnnotationId);
    const listed = (id: string, paging?: { page: number; perPage: number }) =>
      rules.mentions.list(rules.viewer, { projectId: PROJECT, filter: { sourceAnnotationId: id }, paging });
    expect((await listed(sourceAnnotationId)).rows).toHaveLength(1);
    // there are some, but none on this page
    expect((await listed(sourceAnnotationId, { page: 2, perPage: 2 })).rows).toEqual([]);
    await expect(listed(newId())).rejects.toMatchObject({ fields: { annotation_id: 'Annotation not found' } });
    expect((await listed(rules.annotation().id)).rows).toEqual([]);
  });
});
