import { newId } from '@symbio/runtime';
import { administrator, eventually, outcomeOf } from '@symbio/runtime/testing';
import { callAs } from '@symbio/rpc/testing';
import { annotationEvents, Decision, type Annotation } from '@symbio/proto/annotation';
import { featureEvents, type Mention } from '@symbio/proto/feature';
import { projectEvents } from '@symbio/proto/project';
import {
  clock,
  events,
  project,
  AGENT,
  editor,
  viewer,
  admin,
  apiKey,
  peers,
  api,
  mongo,
  feature,
  annotation,
  mention,
  current,
  records,
} from './service-under-test.js';

describe('When a feature is deleted (OP-47, OP-49)', () => {
  it('its mentions become unassociated, in the words and name of their author, and its history stays', async () => {
    const place = await feature();
    const made = await mention({ featureOfInterestId: place.id, confidence: 7 }, apiKey);
    clock.advance(1000);
    await api.deleteFeature({ id: place.id }, await callAs(editor));
    expect(await outcomeOf(api.getFeature({ id: place.id }, await callAs(viewer)))).toBe('NOT_FOUND');
    expect(await current(made.id)).toMatchObject({
      featureOfInterestId: '',
      currentNarrative: made.narrative,
      currentConfidence: 7,
      currentAuthorId: AGENT,
      historyCount: 2,
    });
    const { mentions } = await api.listUnassociatedMentions({ projectId: project }, await callAs(viewer));
    expect(mentions.map(({ id }) => id)).toContain(made.id);
    expect((await records({ featureId: place.id })).map(({ id, status }) => [id, status])).toEqual([
      [made.currentHistoryId, 'superseded'],
    ]);
    await eventually(() =>
      expect([events.verbsOf(place.id), events.verbsOf(made.id)]).toEqual([
        ['created', 'deleted'],
        ['created', 'changed'],
      ]),
    );
  });

  it('what a crash left undone is done by its event, and done once', async () => {
    const gone = newId();
    const made = await mention({ featureOfInterestId: (await feature()).id });
    // state after a crash: the feature is gone, the mention still names it
    const stuck = { featureId: gone, 'current.featureId': gone, 'history.0.featureId': gone };
    await mongo.collection('mentions').updateOne({ _id: made.id as never }, { $set: stuck });
    for (let n = 0; n < 2; n++) await events.publish(featureEvents.deleted, { entityId: gone, scope: project });
    await eventually(async () => expect((await current(made.id)).featureOfInterestId).toBe(''));
    expect(await current(made.id)).toMatchObject({ historyCount: 2, currentNarrative: made.narrative });
  });

  it('deletes it permanently, also the second time', async () => {
    const { id } = await feature();
    await api.deleteFeature({ id }, await callAs(editor));
    const call = await callAs(editor);
    expect(await outcomeOf(api.deleteFeature({ id }, call))).toBe('NOT_FOUND');
    expect(await outcomeOf(api.updateFeature({ id, name: 'Again' }, call))).toBe('NOT_FOUND');
    expect(await outcomeOf(mention({ featureOfInterestId: id }))).toBe('NOT_FOUND');
  });
});

describe("When people review an AI agent's annotation", () => {
  /** Agent's unassociated finding. */
  async function found(): Promise<{ proposal: Annotation; made: Mention }> {
    const proposal = annotation({ authorType: 'ai_agent', authorId: AGENT, content: 'GAS HOLDER' });
    const made = await mention(
      { sourceAnnotationId: proposal.id, confidence: 6, authorId: AGENT, suggestedLandUse: 'manufactured_gas_plant' },
      administrator({ sub: admin.sub, permissions: ['canManageAgents'] }),
    );
    return { proposal, made };
  }
  const decision = (verdict: string, over: Partial<Decision> = {}) =>
    Decision.fromPartial({
      verdict,
      authorId: editor.authorId,
      authorName: editor.name,
      decidedAt: clock.now(),
      ...over,
    });
  function decide(proposal: Annotation, ...decisions: Decision[]): Annotation {
    const next = { ...peers.annotations.get(proposal.id)! };
    next.decisions = [...next.decisions, ...decisions];
    peers.annotations.set(proposal.id, next);
    return next;
  }
  const apply = async (proposal: Annotation) => api.applyReview({ annotationId: proposal.id }, await callAs(editor));
  const chain = async (made: Mention) => {
    const { records: all } = await api.listMentionHistory({ authorId: '', projectId: project }, await callAs(viewer));
    return all
      .filter(({ mentionId }) => mentionId === made.id)
      .map(({ status, authorId, confidence, useType }) => [status, authorId, confidence, useType]);
  };

  it("accepted: the person's record supersedes the agent's, and names the person's annotation", async () => {
    const { proposal, made } = await found();
    expect(made).toMatchObject({ suggestedLandUse: 'manufactured_gas_plant', currentUseType: 'suspected' });
    const copy = annotation();
    clock.advance(1000);
    decide(proposal, decision('accepted', { copyId: copy.id }));
    for (let time = 0; time < 2; time++) await apply(proposal);
    expect(await current(made.id)).toMatchObject({
      sourceAnnotationId: copy.id,
      featureOfInterestId: '',
      currentNarrative: made.narrative,
      currentConfidence: 6,
      currentUseType: 'confirmed',
      currentAuthorId: editor.authorId,
      historyCount: 2,
    });
    expect(await chain(made)).toEqual([
      ['active', editor.authorId, 6, 'confirmed'],
      ['superseded', AGENT, 6, 'suspected'],
    ]);
  });

  it('rejected: nothing holds, the list of findings to sort loses it, and a record says who and why', async () => {
    const { proposal, made } = await found();
    clock.advance(1000);
    decide(proposal, decision('rejected', { reason: 'GASTON ST. is a street' }));
    await apply(proposal);
    await isRejected(proposal, made);
  });

  it('rejected in the history of its mention: that is the decision, and it has the same consequences', async () => {
    const { proposal, made } = await found();
    clock.advance(1000);
    const rejection = { historyId: made.currentHistoryId, reject: true, reason: 'GASTON ST. is a street' };
    for (let time = 0; time < 2; time++) await api.supersedeHistory(rejection, await callAs(editor));
    expect(peers.annotations.get(proposal.id)?.decisions).toMatchObject([
      { verdict: 'rejected', reason: 'GASTON ST. is a street', authorId: editor.authorId },
    ]);
    await isRejected(proposal, made);
  });

  const isRejected = async (proposal: Annotation, made: Mention) => {
    expect(await current(made.id)).toMatchObject({ currentHistoryId: '', narrative: made.narrative });
    const [newest] = await records({ annotationId: proposal.id });
    expect(newest).toMatchObject({ status: 'rejected', narrative: 'GASTON ST. is a street' });
    expect(await chain(made)).toMatchObject([
      ['rejected', editor.authorId, 6, 'suspected'],
      ['superseded', AGENT, 6, 'suspected'],
    ]);
    const { mentions } = await api.listUnassociatedMentions({ projectId: project }, await callAs(viewer));
    expect(mentions.map(({ id }) => id)).not.toContain(made.id);
  };

  it.each(['accepted', 'rejected'])("%s and undone: the agent's finding holds again, as it was", async (verdict) => {
    const { proposal, made } = await found();
    decide(proposal, decision(verdict, { copyId: annotation().id, reason: 'no' }));
    await apply(proposal);
    clock.advance(1000);
    decide(proposal, decision('undone'));
    await apply(proposal);
    expect(await current(made.id)).toMatchObject({
      sourceAnnotationId: proposal.id,
      narrative: made.narrative,
      currentNarrative: made.narrative,
      currentConfidence: 6,
      currentUseType: 'suspected',
      currentAuthorId: AGENT,
      historyCount: 3,
    });
  });

  it('the event of a decision does the same, and an older one changes nothing', async () => {
    const { proposal, made } = await found();
    const publish = (reviewed: Annotation) =>
      events.publish(annotationEvents.reviewed, {
        entityId: proposal.id,
        scope: project,
        data: { annotation: reviewed },
      });
    const accepted = decide(proposal, decision('accepted', { copyId: annotation().id }));
    const undone = decide(proposal, decision('undone'));
    const rejected = decide(proposal, decision('rejected', { reason: 'a street' }));
    for (const reviewed of [rejected, accepted, undone]) await publish(reviewed);
    await eventually(async () => expect((await current(made.id)).currentHistoryId).toBe(''));
    expect(await current(made.id)).toMatchObject({ sourceAnnotationId: proposal.id, historyCount: 2 });
  });

  it('a decision made before the agent wrote down its finding counts', async () => {
    const proposal = annotation({ authorType: 'ai_agent', authorId: AGENT });
    decide(proposal, decision('rejected', { reason: 'a street' }));
    const late = await mention(
      { sourceAnnotationId: proposal.id, confidence: 6, authorId: AGENT },
      administrator({ sub: admin.sub, permissions: ['canManageAgents'] }),
    );
    expect(late).toMatchObject({ currentHistoryId: '', historyCount: 2 });
    const [newest] = await records({ annotationId: proposal.id });
    expect(newest).toMatchObject({ status: 'rejected', narrative: 'a street' });
  });

  it('a land use an agent suggests must be one of the list', async () => {
    expect(await outcomeOf(mention({ suggestedLandUse: 'castle' }))).toBe('INVALID_ARGUMENT');
  });
});

describe('When an annotation is deleted', () => {
  it('the mention stays evidence, with its feature and history, and an empty source', async () => {
    const place = await feature();
    const made = await mention({ featureOfInterestId: place.id });
    for (let n = 0; n < 2; n++)
      await events.publish(annotationEvents.deleted, { entityId: made.sourceAnnotationId, scope: project });
    await eventually(async () => expect((await current(made.id)).sourceAnnotationId).toBe(''));
    expect(await current(made.id)).toMatchObject({
      featureOfInterestId: place.id,
      currentHistoryId: made.currentHistoryId,
      currentNarrative: made.narrative,
      historyCount: 1,
    });
    expect((await records({ annotationId: made.sourceAnnotationId })).map(({ id }) => id)).toEqual([
      made.currentHistoryId,
    ]);
    await eventually(() => expect(events.verbsOf(made.id)).toEqual(['created', 'changed']));
    // returned just before its deletion
    peers.lastAnswers.add(made.sourceAnnotationId);
    expect(await outcomeOf(mention({ sourceAnnotationId: made.sourceAnnotationId }))).toBe('NOT_FOUND');
  });

  it('and restored, its mentions show it again, whichever of the two is published first, and new ones may be made', async () => {
    const { id: featureOfInterestId } = await feature();
    const made = await mention({ featureOfInterestId });
    const { id, sourceAnnotationId } = made;
    const publish = (verb: 'deleted' | 'restored', rev: number) =>
      events.publish(annotationEvents[verb], { entityId: sourceAnnotationId, scope: project, rev });
    const source = async () => (await current(id)).sourceAnnotationId;
    await publish('deleted', 2);
    await eventually(async () => expect(await source()).toBe(''));
    for (let n = 0; n < 2; n++) await publish('restored', 3);
    await eventually(async () => expect(await source()).toBe(sourceAnnotationId));
    expect(await current(id)).toMatchObject({ currentHistoryId: made.currentHistoryId, historyCount: 1 });
    await eventually(() => expect(events.verbsOf(id)).toEqual(['created', 'changed', 'changed']));

    // events in reverse order
    await publish('restored', 5);
    await eventually(() => expect(events.verbsOf(id)).toHaveLength(4));
    await publish('deleted', 4);
    const other = await mention({ featureOfInterestId });
    await events.publish(annotationEvents.deleted, { entityId: other.sourceAnnotationId, scope: project });
    // events are applied in order
    await eventually(async () => expect((await current(other.id)).sourceAnnotationId).toBe(''));
    expect(await source()).toBe(sourceAnnotationId);
    expect(await outcomeOf(mention({ sourceAnnotationId }))).toBe('OK');
  });

  it('and the feature too, the mention is deleted, until the annotation is restored', async () => {
    const { id: featureOfInterestId } = await feature();
    const { id, sourceAnnotationId } = await mention({ featureOfInterestId });
    await api.deleteFeature({ id: featureOfInterestId }, await callAs(editor));
    await events.publish(annotationEvents.deleted, { entityId: sourceAnnotationId, scope: project, rev: 2 });
    await eventually(() => expect(events.verbsOf(id)).toEqual(['created', 'changed', 'deleted']));
    expect(await outcomeOf(api.getMention({ id }, await callAs(viewer)))).toBe('NOT_FOUND');
    expect(await current(id)).toBeUndefined();
    expect(await records({ annotationId: sourceAnnotationId })).toEqual([]);
    await events.publish(annotationEvents.restored, { entityId: sourceAnnotationId, scope: project, rev: 3 });
    await eventually(() => expect(events.verbsOf(id)).toEqual(['created', 'changed', 'deleted', 'created']));
    expect(await current(id)).toMatchObject({ sourceAnnotationId, featureOfInterestId: '', historyCount: 2 });
  });
});

describe('When a project is deleted', () => {
  it('its features and mentions go, each with its event, and nothing new comes', async () => {
    const gone = newId();
    peers.roles.set(`${editor.sub}/${gone}`, 'editor');
    const place = await feature({ projectId: gone });
    const made = await mention({ projectId: gone, featureOfInterestId: place.id });
    for (let n = 0; n < 2; n++) await events.publish(projectEvents.deleted, { entityId: gone, scope: gone });
    await eventually(() => {
      expect(events.verbsOf(place.id)).toEqual(['created', 'deleted']);
      expect(events.verbsOf(made.id)).toEqual(['created', 'deleted']);
    });
    expect(await outcomeOf(feature({ projectId: gone }))).toBe('NOT_FOUND');
    expect(await outcomeOf(mention({ projectId: gone }))).toBe('NOT_FOUND');
    await eventually(async () => {
      for (const name of ['features', 'mentions'])
        expect(await mongo.collection(name).countDocuments({ projectId: gone })).toBe(0);
    });
  });
});
