import fc from 'fast-check';
import { cursorOf, type CallParent } from '@symbio/rpc';
import { newId, serviceActor } from '@symbio/runtime';
import { callAs } from '@symbio/rpc/testing';
import { eventually, outcomeOf } from '@symbio/runtime/testing';
import { queryPlans } from '@symbio/mongo/testing';
import { annotationEvents } from '@symbio/proto/annotation';
import {
  CreateMentionRequest,
  type FeatureServiceService,
  MentionEvent,
  type Feature,
  type HistoryRecord,
  type Mention,
} from '@symbio/proto/feature';
import { projectEvents } from '@symbio/proto/project';
import {
  clock,
  config,
  events,
  project,
  editor,
  run,
  viewer,
  stranger,
  admin,
  apiKey,
  peers,
  api,
  mongo,
  feature,
  annotation,
  mention,
  current,
  comment,
  determine,
  propose,
} from './service-under-test.js';

describe('Whatever is done to a mention (DATA-18, OP-29)', () => {
  type Step =
    | { do: 'update'; confidence: number; useType: string }
    | { do: 'move' | 'deleteFeature' | 'supersede' | 'reject'; nth: number }
    | { do: 'loosen' | 'annotationDeleted' };
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({
      do: fc.constant('update' as const),
      confidence: fc.integer({ min: 0, max: 10 }),
      useType: fc.constantFrom('current', 'historical', 'suspected', 'confirmed'),
    }),
    fc.record({ do: fc.constantFrom('move', 'deleteFeature', 'supersede', 'reject'), nth: fc.nat() }),
    fc.record({ do: fc.constantFrom('loosen', 'annotationDeleted') }),
  );
  const asWritten = (record: HistoryRecord): HistoryRecord => ({ ...record, status: '' });

  it('records never change but in their status, one is active and current or none, and their number is right', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        const call = await callAs(editor);
        const places = [await feature(), await feature()];
        const made = await mention({ featureOfInterestId: places[0]!.id });
        const { id, sourceAnnotationId } = made;
        const historyOf = async (): Promise<HistoryRecord[]> =>
          (await api.listMentionHistory({ projectId: project }, call)).records
            .filter(({ mentionId }) => mentionId === id)
            .reverse();
        let before = await historyOf();
        for (const next of steps) {
          clock.advance(1000);
          switch (next.do) {
            case 'update':
              await api.updateMention({ id, confidence: next.confidence, useType: next.useType }, call);
              break;
            case 'move':
              await outcomeOf(api.updateMention({ id, featureOfInterestId: places[next.nth % 2]!.id }, call));
              break;
            case 'loosen':
              await api.updateMention({ id, featureOfInterestId: '' }, call);
              break;
            case 'supersede':
            case 'reject':
              await outcomeOf(
                api.supersedeHistory(
                  { historyId: before[next.nth % before.length]!.id, reject: next.do === 'reject' },
                  call,
                ),
              );
              break;
            case 'deleteFeature':
              await outcomeOf(api.deleteFeature({ id: places[next.nth % 2]!.id }, call));
              break;
            case 'annotationDeleted':
              await events.publish(annotationEvents.deleted, { entityId: sourceAnnotationId, scope: project });
              await eventually(async () => expect((await current(id))?.sourceAnnotationId ?? '').toBe(''));
              break;
          }
          const now = await current(id);
          if (!now) {
            const row = await mongo.collection('mentions').findOne({ _id: id as never });
            expect(row).toMatchObject({ featureId: '', sourceAnnotationId: '' });
            await eventually(() => expect(events.verbsOf(id).at(-1)).toBe('deleted'));
            return;
          }
          const after = await historyOf();
          expect(after.slice(0, before.length).map(asWritten)).toEqual(before.map(asWritten));
          expect(now.historyCount).toBe(after.length);
          const active = after.filter(({ status }) => status === 'active');
          expect(active.map((record) => record.id)).toEqual(now.currentHistoryId ? [now.currentHistoryId] : []);
          expect(now.currentHistory).toEqual(active[0]);
          if (active[0]) expect(active[0].featureOfInterestId).toBe(now.featureOfInterestId);
          before = after;
        }
        // each change was published once; the last event matches the row
        const row = await mongo.collection('mentions').findOne({ _id: id as never });
        await eventually(() => {
          const published = events.of(id);
          expect(published.map(({ rev }) => rev)).toEqual(
            Array.from({ length: row!['rev'] as number }, (_, at) => at + 1),
          );
          const last = MentionEvent.fromJSON(published.at(-1)!.data).mention!;
          expect(last.historyCount).toBe(before.length);
          expect(last.currentHistoryId).toBe(before.find(({ status }) => status === 'active')?.id ?? '');
        });
      }),
      { numRuns: 12 },
    );
  });
});

// people are tried by gateway/test/access
describe('Access to the feature service by programs', () => {
  const callers: Record<string, () => Promise<CallParent>> = {
    agentKey: () => callAs(apiKey),
    service: () => callAs(serviceActor('job')),
  };
  interface There {
    place: Feature;
    made: Mention;
  }
  type Calls = Partial<
    Record<keyof typeof FeatureServiceService, (parent: CallParent, there: There) => Promise<unknown>>
  >;
  const calls = {
    createFeature: (parent) => api.createFeature({ projectId: project, name: 'Dump' }, parent),
    updateFeature: (parent, { place: { id } }) => api.updateFeature({ id, name: newId() }, parent),
    deleteFeature: (parent, { place: { id } }) => api.deleteFeature({ id }, parent),
    mergeFeatures: async (parent, { place: { id } }) =>
      api.mergeFeatures({ featureId: id, mergedIds: [(await feature()).id] }, parent),
    undoMerge: async (parent, { place: { id } }) => {
      const request = { featureId: id, mergedIds: [(await feature()).id] };
      const { mergeId } = await api.mergeFeatures(request, await callAs(editor));
      return api.undoMerge({ mergeId }, parent);
    },
    createMention: (parent, { place: { id } }) =>
      api.createMention({ featureOfInterestId: id, sourceAnnotationId: annotation().id, confidence: 5 }, parent),
    createRecordMention: (parent, { place: { id } }) => {
      const sourceRecord = { hitId: newId(), list: 'LUST', recordId: '1', dataSetName: 'Tanks', agencyDate: '' };
      return api.createRecordMention({ id: newId(), featureOfInterestId: id, sourceRecord, narrative: 'A' }, parent);
    },
    createMentions: (parent) =>
      api.createMentions(
        { items: [CreateMentionRequest.fromPartial({ sourceAnnotationId: annotation().id })] },
        parent,
      ),
    deleteMention: (parent, { made: { id } }) => api.deleteMention({ id }, parent),
    applyRun: (parent) => api.applyRun({ runId: run({ status: 'undone' }).id }, parent),
    updateMention: (parent, { made: { id } }) => api.updateMention({ id, confidence: 1 }, parent),
    supersedeHistory: (parent, { made }) => api.supersedeHistory({ historyId: made.currentHistoryId }, parent),
    associateAnnotation: (parent, { place: { id } }) =>
      api.associateAnnotation(
        { annotationId: annotation().id, mentionId: newId(), featureId: id, confidence: 5 },
        parent,
      ),
    reviewFinding: (parent) => api.reviewFinding({ annotationId: annotation().id, action: 'reject' }, parent),
    undoRun: (parent) => api.undoRun({ runId: run().id }, parent),
    applyReview: (parent) => api.applyReview({ annotationId: annotation().id }, parent),
    createComment: (parent, { place: { id } }) => api.createComment({ featureId: id, content: 'Look.' }, parent),
    updateComment: async (parent, { place: { id } }) =>
      api.updateComment({ id: (await comment({ featureId: id })).id, content: 'Look again.' }, parent),
    deleteComment: async (parent, { place: { id } }) =>
      api.deleteComment({ id: (await comment({ featureId: id })).id }, parent),
    assignEvidence: (parent, { place: { id } }) => api.assignEvidence({ featureId: id }, parent),
    createDetermination: (parent, { place: { id } }) =>
      api.createDetermination({ featureId: id, kind: 'rec', reason: 'A leak.' }, parent),
    withdrawDetermination: async (parent, { place }) =>
      api.withdrawDetermination({ id: (await determine({ featureId: place.id })).id, reason: 'A mistake.' }, parent),
    createDeterminationProposal: (parent, { place, made }) =>
      api.createDeterminationProposal(
        { featureId: place.id, kind: 'rec', reason: 'A leak.', evidence: [made.currentHistoryId] },
        parent,
      ),
    decideDeterminationProposal: async (parent, { place, made }) => {
      const { id } = await propose({ featureId: place.id, evidence: [made.currentHistoryId] });
      return api.decideDeterminationProposal({ id, action: 'reject', reason: 'No leak.' }, parent);
    },
  } satisfies Calls;
  const [NO, OK, WHO] = ['PERMISSION_DENIED', 'OK', 'INVALID_ARGUMENT'];
  // an internal service has no author and must name one; a batch returns a result per item; a key bound to an agent does
  // not change what people made
  it.each([
    //                            agentKey service
    ['createFeature', [OK, WHO]],
    ['updateFeature', [NO, OK]],
    ['deleteFeature', [NO, OK]],
    ['mergeFeatures', [NO, OK]],
    ['undoMerge', [NO, OK]],
    ['createMention', [OK, WHO]],
    ['updateMention', [NO, WHO]],
    ['createRecordMention', [NO, NO]],
    ['createMentions', [OK, OK]],
    ['deleteMention', [NO, OK]],
    ['applyRun', [OK, OK]],
    ['supersedeHistory', [NO, OK]],
    ['associateAnnotation', [OK, NO]],
    // the annotation service, fake here, refuses the rest
    ['reviewFinding', [NO, NO]],
    ['undoRun', [OK, OK]],
    ['applyReview', [OK, OK]],
    ['createComment', [OK, NO]],
    // written by the editor
    ['updateComment', [NO, NO]],
    ['deleteComment', [NO, NO]],
    ['assignEvidence', [NO, NO]],
    ['createDetermination', [NO, NO]],
    ['withdrawDetermination', [NO, NO]],
    ['createDeterminationProposal', [OK, NO]],
    ['decideDeterminationProposal', [NO, NO]],
  ] as const)('%s', async (name, expected) => {
    const names = Object.keys(callers);
    const outcomes: string[] = [];
    for (const caller of Object.values(callers)) {
      const place = await feature();
      const there = { place, made: await mention({ featureOfInterestId: place.id }) };
      outcomes.push(await outcomeOf(calls[name](await caller(), there)));
    }
    expect(Object.fromEntries(names.map((each, at) => [each, outcomes[at]]))).toEqual(
      Object.fromEntries(names.map((each, at) => [each, expected[at]])),
    );
  });

  it('answers alike for invisible and missing entities', async () => {
    const place = await feature();
    const made = await mention({ featureOfInterestId: place.id });
    const call = await callAs(stranger);
    const messages = async (featureId: string, mentionId: string, historyId: string) =>
      Promise.all(
        [
          api.getFeature({ id: featureId }, call),
          api.updateMention({ id: mentionId, confidence: 1 }, call),
          api.supersedeHistory({ historyId }, call),
        ].map((run) =>
          run.then(
            () => 'OK',
            (error: Error) => error.message,
          ),
        ),
      );
    expect(await messages(place.id, made.id, made.currentHistoryId)).toEqual(await messages(newId(), 'x', 'y'));
  });
});

describe('Every query of the feature service', () => {
  it('is answered by an index, and no list of rows needs sorting', async () => {
    const callers = [await callAs(viewer), await callAs(admin)];
    const place = await feature({ coordinate: { longitude: 1, latitude: 1 } });
    const made = await mention({ featureOfInterestId: place.id });
    const paging = { page: 1, perPage: 10 };
    const runId = run().id;
    const ofRun = await mention({ featureOfInterestId: (await feature({ runId })).id, runId });
    const cursor = { page: 0, perPage: 1, cursor: cursorOf({ at: clock.now(), id: newId() }) };
    const oldest = { ...cursor, cursor: cursorOf({ at: new Date(0), id: newId() }) };
    const updatedAfter = new Date(0);
    // found by the consumers
    const orphan = await mention();
    const gone = newId();
    peers.roles.set(`${editor.sub}/${gone}`, 'editor');
    const there = await feature({ projectId: gone });
    const thereMention = await mention({ projectId: gone, featureOfInterestId: there.id });
    const lists = async (call: CallParent) => {
      for (const filter of [
        {},
        { projectId: project },
        { authorId: editor.authorId },
        { projectId: project, nameIlike: '%gas%', landUseOverlaps: ['gas_station'] },
        { projectId: project, updatedAfter },
        { runId },
        { projectId: project, near: place.coordinate! },
        { near: place.coordinate! },
      ]) {
        await api.listFeatures(filter, call);
        await api.listFeatures({ ...filter, paging }, call);
        if (!('near' in filter)) await api.listFeatures({ ...filter, paging: oldest }, call);
      }
      for (const filter of [
        {},
        { projectId: project },
        { featureId: place.id },
        { annotationId: made.sourceAnnotationId },
        { authorId: editor.authorId },
        { projectId: project, updatedAfter },
        { runId },
      ]) {
        await api.listMentions(filter, call);
        await api.listMentions({ ...filter, paging }, call);
        await api.listMentions({ ...filter, paging: cursor }, call);
        for (const status of ['', 'active']) {
          await api.listMentionHistory({ ...filter, status }, call);
          await api.listMentionHistory({ ...filter, status, paging }, call);
          await api.listMentionHistory({ ...filter, status, paging: cursor }, call);
        }
      }
      await api.listUnassociatedMentions({ projectId: project }, call);
      await api.listUnassociatedMentions({ projectId: project, paging }, call);
    };
    const plans = await queryPlans(config, async () => {
      for (const call of callers) await lists(call);
      const asEditor = await callAs(editor);
      await api.getFeature({ id: place.id }, asEditor);
      await api.getMention({ id: made.id }, asEditor);
      await api.listRunWrites({ runId, paging }, asEditor);
      run({ id: runId, status: 'undone' });
      await api.applyRun({ runId }, asEditor);
      await eventually(() => expect(events.verbsOf(ofRun.id)).toEqual(['created', 'deleted']));
      const { mergeId } = await api.mergeFeatures({ featureId: place.id, mergedIds: [(await feature()).id] }, asEditor);
      await api.undoMerge({ mergeId }, asEditor);
      const { mention: updated } = await api.updateMention({ id: made.id, confidence: 4 }, asEditor);
      await api.supersedeHistory({ historyId: updated!.currentHistoryId }, asEditor);
      await api.deleteFeature({ id: place.id }, asEditor);
      await events.publish(annotationEvents.deleted, { entityId: orphan.sourceAnnotationId, scope: project });
      await eventually(() => expect(events.verbsOf(orphan.id)).toEqual(['created', 'deleted']));
      await events.publish(projectEvents.deleted, { entityId: gone, scope: gone });
      // a project's mentions are removed before its features
      for (const { id } of [thereMention, there])
        await eventually(() => expect(events.verbsOf(id)).toEqual(['created', 'deleted']));
    });
    const ours = plans.filter(({ collection }) => collection === 'features' || collection === 'mentions');
    const sent = (collection: string, method: string) =>
      ours.filter((plan) => plan.collection === collection && plan.method === method && !plan.ofOutbox).length;
    // the lists, and the queries for a deleted feature, annotation or project
    expect(sent('features', 'find')).toBeGreaterThanOrEqual(24 + 1);
    expect(sent('mentions', 'find')).toBeGreaterThanOrEqual(24 + 3);
    expect(sent('mentions', 'aggregate')).toBeGreaterThanOrEqual(50);
    // no query asks for the set of projects
    expect(sent('features', 'distinct') + sent('mentions', 'distinct')).toBe(0);
    expect(ours.filter(({ stages }) => stages.includes('COLLSCAN'))).toEqual([]);
    // records are embedded in mentions and sorted after extraction; rows come in index order
    const sorting = ours.filter(({ method, stages }) => method === 'find' && stages.includes('SORT'));
    expect(sorting).toEqual([]);
  });
});
