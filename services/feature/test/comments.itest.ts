/** Comments and assignments follow their subjects through deletion, restoration, merges and erasure. */
import { newId } from '@symbio/runtime';
import { eventually, outcomeOf } from '@symbio/runtime/testing';
import { callAs } from '@symbio/rpc/testing';
import { annotationEvents } from '@symbio/proto/annotation';
import { EvidenceCommentEvent } from '@symbio/proto/feature';
import { annotation, api, comment, editor, events, feature, project, viewer } from './service-under-test.js';

const listed = async (ids: { annotationId?: string; featureId?: string }) =>
  (await api.listComments(ids, await callAs(viewer))).comments;

it('a comment is published, listed by subject and project, changed and deleted with a trace', async () => {
  const { id: annotationId } = annotation({ content: 'Gas holder', documentId: newId(), documentPageId: newId() });
  const { id } = await comment({ annotationId, content: 'Please check.', mentionedIds: [viewer.sub] });
  await eventually(() => expect(events.of(id)).toHaveLength(1));
  expect(EvidenceCommentEvent.fromJSON(events.of(id)[0]!.data)).toMatchObject({
    notifiedIds: [viewer.sub],
    projectTitle: 'Riverside',
    comment: { subject: { title: 'Gas holder', id: annotationId }, mentioned: [{ userId: viewer.sub }] },
  });
  await api.updateComment({ id, content: 'Please check the year.' }, await callAs(editor));
  expect(await listed({ annotationId })).toMatchObject([
    { id, content: 'Please check the year.', previous: [{ content: 'Please check.' }] },
  ]);
  const { comments } = await api.listComments({ projectId: project }, await callAs(viewer));
  expect(comments.map((each) => each.id)).toContain(id);
  await api.deleteComment({ id }, await callAs(editor));
  expect(await listed({ annotationId })).toMatchObject([{ id, content: '', previous: [], deletedByName: editor.name }]);
});

it('comments are hidden with a deleted annotation, and shown again when it is restored', async () => {
  const { id: annotationId } = annotation();
  await comment({ annotationId });
  await api.assignEvidence({ annotationId, assigneeId: viewer.sub }, await callAs(editor));
  const assigned = async () =>
    (await api.listAssignments({ projectId: project }, await callAs(viewer))).assignments.filter(
      ({ subject }) => subject?.id === annotationId,
    );
  expect(await assigned()).toHaveLength(1);
  await events.publish(annotationEvents.deleted, { entityId: annotationId, scope: project, rev: 2 });
  await eventually(async () => expect(await assigned()).toEqual([]));
  expect(await listed({ annotationId })).toEqual([]);
  await events.publish(annotationEvents.restored, { entityId: annotationId, scope: project, rev: 3 });
  await eventually(async () => expect(await assigned()).toHaveLength(1));
  expect(await listed({ annotationId })).toHaveLength(1);
});

it('comments of a merged feature move to the other, and back when the merge is undone', async () => {
  const [kept, merged] = [await feature(), await feature()];
  await comment({ featureId: merged.id });
  const call = await callAs(editor);
  const { mergeId } = await api.mergeFeatures({ featureId: kept.id, mergedIds: [merged.id] }, call);
  expect(await listed({ featureId: kept.id })).toHaveLength(1);
  await api.undoMerge({ mergeId }, call);
  expect(await listed({ featureId: kept.id })).toEqual([]);
  expect(await listed({ featureId: merged.id })).toHaveLength(1);
});

it('a missing annotation takes no comments', async () => {
  expect(await outcomeOf(comment({ annotationId: newId() }))).toBe('NOT_FOUND');
});
