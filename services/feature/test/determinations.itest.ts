/** Determinations follow their features through merges, deletion and erasure. */
import { newId } from '@symbio/runtime';
import { eventually, outcomeOf } from '@symbio/runtime/testing';
import { callAs } from '@symbio/rpc/testing';
import { DeterminationEvent } from '@symbio/proto/feature';
import { projectEvents } from '@symbio/proto/project';
import {
  api,
  apiKey,
  clock,
  determine,
  editor,
  events,
  feature,
  mention,
  peers,
  project,
} from './service-under-test.js';
import { propose, run, viewer } from './service-under-test.js';

const listed = async (query: { featureId?: string; projectId?: string; status?: string }) => {
  const { determinations } = await api.listDeterminations(query, await callAs(viewer));
  return determinations.map(({ id, status, stale }) => ({ id, status, stale }));
};
const proposed = async (featureId: string) =>
  (await api.listDeterminationProposals({ featureId }, await callAs(viewer))).proposals;

async function judged() {
  const { id: featureId } = await feature();
  const { currentHistoryId } = await mention({ featureOfInterestId: featureId });
  clock.advance(10);
  const { id } = await determine({ featureId, evidence: [currentHistoryId] });
  return { id, featureId, currentHistoryId };
}

it('a determination is published, superseded, withdrawn and listed by project, feature and status', async () => {
  const { id, featureId, currentHistoryId } = await judged();
  await eventually(() => expect(events.of(id)).toHaveLength(1));
  expect(DeterminationEvent.fromJSON(events.of(id)[0]!.data)).toMatchObject({
    determination: { featureId, kind: 'rec', evidence: [currentHistoryId], status: 'active', authorName: editor.name },
  });
  clock.advance(10);
  const { id: next } = await determine({ featureId, kind: 'none' });
  expect(await listed({ featureId })).toEqual([
    { id: next, status: 'active', stale: false },
    { id, status: 'superseded', stale: false },
  ]);
  expect(await listed({ projectId: project, status: 'active' })).toContainEqual(expect.objectContaining({ id: next }));
  await api.withdrawDetermination({ id: next, reason: 'Wrong feature.' }, await callAs(editor));
  await eventually(() => expect(events.verbsOf(next)).toEqual(['created', 'withdrawn']));
  expect((await listed({ featureId })).map(({ status }) => status)).toEqual(['withdrawn', 'superseded']);
  expect(await outcomeOf(listed({}))).toBe('INVALID_ARGUMENT');
});

it('a merge keeps the determination of the kept feature, stale, and those of the others as history', async () => {
  const [kept, merged] = [await judged(), await judged()];
  clock.advance(10);
  const call = await callAs(editor);
  const { mergeId } = await api.mergeFeatures({ featureId: kept.featureId, mergedIds: [merged.featureId] }, call);
  expect(await listed({ featureId: kept.featureId })).toEqual([
    { id: merged.id, status: 'superseded', stale: false },
    { id: kept.id, status: 'active', stale: true },
  ]);
  await api.undoMerge({ mergeId }, call);
  expect(await listed({ featureId: kept.featureId })).toEqual([{ id: kept.id, status: 'active', stale: false }]);
  expect(await listed({ featureId: merged.featureId })).toEqual([{ id: merged.id, status: 'active', stale: false }]);
});

it('determinations and proposals go with their feature, and with an erased project', async () => {
  const { id, featureId, currentHistoryId } = await judged();
  await propose({ featureId, evidence: [currentHistoryId] });
  await api.deleteFeature({ id: featureId }, await callAs(editor));
  expect((await listed({ projectId: project })).map((each) => each.id)).not.toContain(id);

  const gone = newId();
  peers.roles.set(`${editor.sub}/${gone}`, 'editor');
  const there = await feature({ projectId: gone });
  await determine({ featureId: there.id });
  await events.publish(projectEvents.erased, { entityId: gone, scope: gone });
  const list = async () => api.listDeterminations({ projectId: gone }, await callAs(editor));
  await eventually(async () => expect((await list()).determinations).toEqual([]));
});

it('an agent proposes with evidence, and undoing its run takes the open proposals back', async () => {
  const { id: featureId } = await feature();
  const { currentHistoryId } = await mention({ featureOfInterestId: featureId });
  expect(await outcomeOf(propose({ featureId }))).toBe('INVALID_ARGUMENT');
  const { id: runId } = run({ authorId: apiKey.authorId });
  const input = { featureId, kind: 'rec', reason: 'A leak.', evidence: [currentHistoryId] };
  const { proposal } = await api.createDeterminationProposal({ ...input, runId }, await callAs(apiKey));
  const { id: kept } = await propose(input);
  expect((await proposed(featureId)).map((each) => [each.id, each.status, each.authorType])).toEqual([
    [kept, 'open', 'ai_agent'],
    [proposal!.id, 'open', 'ai_agent'],
  ]);
  await api.undoRun({ runId }, await callAs(editor));
  expect((await proposed(featureId)).map((each) => each.id)).toEqual([kept]);
  const decision = { id: kept, action: 'accept', determinationId: newId() };
  const answer = await api.decideDeterminationProposal(decision, await callAs(editor));
  expect(answer).toMatchObject({
    proposal: { status: 'accepted', decidedByName: editor.name },
    determination: { id: decision.determinationId, proposalId: kept, status: 'active' },
  });
});
