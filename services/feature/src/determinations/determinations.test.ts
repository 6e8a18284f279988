import { newId } from '@symbio/runtime';
import { outcomeOf } from '@symbio/runtime/testing';
import type { CallContext } from '@symbio/rpc';
import { featureRules, PROJECT } from '../../test/memory.js';
import type { JudgmentInput } from './judgment.js';

const yes = (questionId: string, note = '') => ({ questionId, answer: 'yes', note, evidenceIds: [] as string[] });
const no = (questionId: string) => ({ ...yes(questionId), answer: 'no' });
const TO_REC = [yes('presence'), yes('release'), no('minor'), no('closure')];

async function system() {
  const rules = featureRules();
  const newFeature = async () => {
    const row = await rules.features.create(rules.editor, {
      ...{ id: '', projectId: PROJECT, name: 'Gas works', landUse: [], coordinate: undefined, authorId: undefined },
    });
    return row._id;
  };
  const mention = (of: string) =>
    rules.mentions.create(rules.editor, {
      ...{ id: '', featureId: of, projectId: '', sourceAnnotationId: rules.annotation().id, narrative: 'Two tanks' },
      ...{ confidence: undefined, useType: undefined, authorId: undefined, suggestedLandUse: '', runId: '' },
    });
  const featureId = await newFeature();
  const cited = await mention(featureId);
  const recordId = cited.current?.id ?? '';
  const blank: JudgmentInput = { id: '', featureId, kind: 'rec', answers: TO_REC, reason: '', evidence: [recordId] };
  rules.clock.advance(1);
  return {
    ...{ ...rules, featureId, cited, recordId, newFeature, mention },
    determine: async (over: Partial<JudgmentInput> = {}, context: CallContext = rules.editor) => {
      const view = await rules.determinations.create(context, { ...blank, ...over });
      rules.clock.advance(1);
      return view;
    },
    propose: (over: object = {}, context: CallContext = rules.apiKey) =>
      rules.proposals.create(context, { ...blank, runId: '', ...over }),
    states: async () => {
      const views = await rules.determinations.list(rules.viewer, { projectId: PROJECT, featureId: '' });
      return views.map(({ row: { kind }, status, stale }) => `${kind} ${status}${stale ? ' stale' : ''}`);
    },
    published: () => [...rules.determinationRows.published, ...rules.proposalRows.published].map(({ name }) => name),
  };
}

describe('a determination', () => {
  it('supersedes the previous one of its feature, and is published', async () => {
    const { determine, states, published, editor, featureId, recordId } = await system();
    const { row } = await determine();
    expect(row).toMatchObject({ featureId, evidence: [recordId], authorName: editor.actor.name, settingsVersion: '1' });
    await determine({ kind: 'none', reason: 'The tanks were never here.' });
    expect(await states()).toEqual(['none active', 'rec superseded']);
    expect(published()).toEqual(['determination.created', 'determination.created']);
  });

  it('is a decision of people: keys and agents are refused with a sentence', async () => {
    const { determine, determinations, apiKey, viewer, stranger } = await system();
    const refusal = {
      reason: 'agents_propose',
      message: 'Only a person can judge a feature. Propose a determination instead.',
    };
    await expect(determine({}, apiKey)).rejects.toMatchObject(refusal);
    const { row } = await determine();
    await expect(determinations.withdraw(apiKey, row._id, 'Wrong')).rejects.toMatchObject(refusal);
    expect(await outcomeOf(determine({}, viewer))).toBe('PERMISSION_DENIED');
    expect(await outcomeOf(determine({}, stranger))).toBe('NOT_FOUND');
  });

  it('needs a reason for another kind than the one that the answers point to', async () => {
    const { determine } = await system();
    await expect(determine({ kind: 'ber' })).rejects.toMatchObject({
      fields: { reason: 'A reason is needed: the answers do not point to this kind.' },
    });
    expect((await determine({ kind: 'ber', reason: 'It lowers the price.' })).status).toBe('active');
  });

  it.each([
    ['kind', { kind: 'maybe' }],
    ['answers', { answers: [yes('colour')] }],
    ['answers', { answers: [yes('presence'), no('presence')] }],
    ['answers', { answers: [{ ...yes('presence'), answer: 'perhaps' }], reason: 'So it is.' }],
    ['evidence', { evidence: [newId()] }],
    ['id', { id: 'x' }],
  ])('refuses a wrong %s', async (field, over) => {
    const { determine } = await system();
    await expect(determine(over)).rejects.toMatchObject({ fields: { [field]: expect.any(String) as string } });
  });

  it('cites the evidence of its answers too, and only of its feature', async () => {
    const { determine, newFeature, mention, recordId } = await system();
    const answers = [{ ...yes('presence'), evidenceIds: [recordId] }, ...TO_REC.slice(1)];
    expect((await determine({ answers, evidence: [] })).row.evidence).toEqual([recordId]);
    const elsewhere = await mention(await newFeature());
    const evidence = [elsewhere.current?.id ?? ''];
    await expect(determine({ evidence })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('is written once, however often the request is repeated', async () => {
    const { determine, determinationRows } = await system();
    const id = newId();
    expect((await determine({ id })).row._id).toBe((await determine({ id })).row._id);
    expect(determinationRows.all()).toHaveLength(1);
    await expect(determine({ id, reason: 'Another one' })).rejects.toMatchObject({ reason: 'id_taken' });
  });

  it('is stale once a cited mention says something else, and not when an uncited one changes', async () => {
    const { determine, states, mentions, mention, editor, featureId, cited } = await system();
    const other = await mention(featureId);
    await determine();
    const change = {
      featureId: undefined,
      currentAuthorId: undefined,
      expectedUpdatedAt: undefined,
      useType: undefined,
    };
    const update = (id: string, confidence: number) =>
      mentions.update(editor, { ...change, id, confidence, narrative: undefined, runId: '' });
    await update(other._id, 3);
    expect(await states()).toEqual(['rec active']);
    await update(cited._id, 3);
    expect(await states()).toEqual(['rec active stale']);
    await update(cited._id, 10);
    expect(await states()).toEqual(['rec active']);
    await mentions.delete(editor, cited._id);
    expect(await states()).toEqual(['rec active stale']);
  });

  it('is stale once other features are merged into its own', async () => {
    const { determine, states, features, newFeature, editor, featureId } = await system();
    await determine();
    const mergeId = newId();
    await features.merge(editor, { id: mergeId, keptId: featureId, mergedIds: [await newFeature()] });
    expect(await states()).toEqual(['rec active stale']);
    await features.undoMerge(editor, mergeId);
    expect(await states()).toEqual(['rec active']);
  });

  it('that is withdrawn leaves its feature without one, and keeps who and why', async () => {
    const { determine, determinations, states, published, editor, viewer } = await system();
    const [first, second] = [await determine(), await determine({ kind: 'ber', reason: 'It lowers the price.' })];
    await expect(determinations.withdraw(editor, first.row._id, 'Wrong')).rejects.toMatchObject({
      reason: 'superseded',
    });
    await expect(determinations.withdraw(editor, second.row._id, ' ')).rejects.toMatchObject({
      fields: { reason: 'A reason is needed.' },
    });
    expect(await outcomeOf(determinations.withdraw(viewer, second.row._id, 'Wrong'))).toBe('PERMISSION_DENIED');
    const { row } = await determinations.withdraw(editor, second.row._id, 'Wrong feature');
    expect(row.withdrawal).toMatchObject({ authorName: editor.actor.name, reason: 'Wrong feature' });
    await determinations.withdraw(editor, second.row._id, 'Again');
    expect(await states()).toEqual(['ber withdrawn', 'rec superseded']);
    expect(published().filter((name) => name.endsWith('withdrawn'))).toHaveLength(1);
  });
});

describe('a proposed determination', () => {
  it('needs evidence', async () => {
    const { propose } = await system();
    await expect(propose({ evidence: [] })).rejects.toMatchObject({ reason: 'no_evidence' });
  });

  it('counts for nothing until a person accepts it, which writes the person’s determination', async () => {
    const { propose, proposals, states, determinations, editor, viewer, apiKey, featureId } = await system();
    const { _id: id } = await propose({ confidence: 7 });
    expect(await states()).toEqual([]);
    const accept = { id, action: 'accept', reason: '', determinationId: newId() };
    await expect(proposals.decide(apiKey, accept)).rejects.toMatchObject({ reason: 'agents_propose' });
    expect(await outcomeOf(proposals.decide(viewer, accept))).toBe('PERMISSION_DENIED');
    await proposals.decide(editor, accept);
    await proposals.decide(editor, accept);
    const [view] = await determinations.list(viewer, { projectId: '', featureId });
    expect(view?.row).toMatchObject({ _id: accept.determinationId, proposalId: id, authorName: editor.actor.name });
    expect(await states()).toEqual(['rec active']);
    const reject = { ...accept, action: 'reject', reason: 'No' };
    await expect(proposals.decide(editor, reject)).rejects.toMatchObject({ reason: 'decided_already' });
  });

  it('is not accepted once its evidence has changed', async () => {
    const { propose, proposals, mentions, editor, cited, published } = await system();
    const { _id: id } = await propose();
    await mentions.delete(editor, cited._id);
    const decide = (action: string, reason = '') =>
      proposals.decide(editor, { id, action, reason, determinationId: '' });
    await expect(decide('accept')).rejects.toMatchObject({ reason: 'evidence_changed' });
    await expect(decide('reject')).rejects.toMatchObject({ fields: { reason: 'A reason is needed.' } });
    expect((await decide('reject', 'The tanks were elsewhere.')).proposal.decision).toMatchObject({
      verdict: 'rejected',
    });
    expect(published()).toEqual(['determination_proposal.created', 'determination_proposal.decided']);
  });

  it('of a run is taken back with it, unless a person decided', async () => {
    const rules = await system();
    const { propose, proposals, proposalRows, runs, apiKey, editor } = rules;
    const { id: runId } = rules.run({ authorId: apiKey.actor.authorId });
    const [open, accepted] = [await propose({ runId }), await propose({ runId, confidence: 2 })];
    await proposals.decide(editor, { id: accepted._id, action: 'accept', reason: '', determinationId: '' });
    await runs.undo(editor, runId);
    expect(proposalRows.all().map(({ _id }) => _id)).toEqual([accepted._id]);
    await expect(propose({ runId, id: open._id })).rejects.toMatchObject({ reason: 'run_closed' });
  });
});
