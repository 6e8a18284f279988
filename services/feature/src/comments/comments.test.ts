import { newId } from '@symbio/runtime';
import { outcomeOf } from '@symbio/runtime/testing';
import { EvidenceCommentEvent } from '@symbio/proto/feature';
import { featureRules, PROJECT } from '../../test/memory.js';

const blank = { id: '', featureId: '', mentionedIds: [] as string[] };

function system() {
  const rules = featureRules();
  const annotation = rules.annotation({ content: 'Gas holder' });
  const write = (over: object = {}, context = rules.editor) =>
    rules.comments.create(context, { ...blank, annotationId: annotation.id, content: 'Two tanks, not one.', ...over });
  const events = () =>
    rules.commentRows.published.map(({ name, data }) => ({ name, ...EvidenceCommentEvent.fromJSON(data) }));
  return { ...rules, annotationId: annotation.id, write, events };
}

describe('a comment on evidence', () => {
  it('is published with its subject and the people it mentions, each once', async () => {
    const { write, events, viewer, annotationId } = system();
    const { sub } = viewer.actor;
    const row = await write({ mentionedIds: [sub, sub] });
    expect(row).toMatchObject({ projectId: PROJECT, subject: { type: 'annotation', id: annotationId } });
    expect(events()).toMatchObject([
      {
        name: 'evidence_comment.created',
        notifiedIds: [sub],
        projectTitle: 'Riverside',
        comment: { content: 'Two tanks, not one.', subject: { title: 'Gas holder' } },
      },
    ]);
  });

  it('mentions only people of the project', async () => {
    const { write, stranger } = system();
    await expect(write({ mentionedIds: [stranger.actor.sub] })).rejects.toMatchObject({
      fields: { mentioned_ids: 'Only people of this project can be chosen' },
    });
  });

  it('requires a text, one subject and the editor role', async () => {
    const { write, viewer, stranger } = system();
    await expect(write({ content: '  ' })).rejects.toMatchObject({ fields: { content: 'Write a comment' } });
    await expect(write({ annotationId: '' })).rejects.toMatchObject({
      fields: { annotation_id: 'Give either annotation_id or feature_id' },
    });
    expect(await outcomeOf(write({}, viewer))).toBe('PERMISSION_DENIED');
    expect(await outcomeOf(write({}, stranger))).toBe('NOT_FOUND');
  });

  it('is written once, however often the request is repeated', async () => {
    const { write, commentRows } = system();
    const id = newId();
    expect((await write({ id }))._id).toBe((await write({ id }))._id);
    expect(commentRows.all()).toHaveLength(1);
    await expect(write({ id, content: 'Another text' })).rejects.toMatchObject({ reason: 'id_taken' });
  });

  it('keeps its previous texts, and notifies only people mentioned for the first time', async () => {
    const { comments, write, events, editor, viewer } = system();
    const [first, second] = [viewer.actor.sub, editor.actor.sub];
    const { _id: id } = await write({ mentionedIds: [first] });
    const change = { id, content: 'Three tanks.', mentionedIds: [first, second], expectedUpdatedAt: undefined };
    const row = await comments.update(editor, change);
    expect(row).toMatchObject({ content: 'Three tanks.', previous: [{ content: 'Two tanks, not one.' }] });
    await comments.update(editor, change);
    expect(events().map(({ name, notifiedIds }) => [name, notifiedIds])).toEqual([
      ['evidence_comment.created', [first]],
      ['evidence_comment.changed', [second]],
    ]);
  });

  it('is changed only by its author, not by the owner of the project', async () => {
    const { comments, write, apiKey } = system();
    const { _id: id } = await write();
    const change = { id, content: 'No.', mentionedIds: [], expectedUpdatedAt: undefined };
    expect(await outcomeOf(comments.update(apiKey, change))).toBe('PERMISSION_DENIED');
  });

  it('leaves a trace when it is deleted', async () => {
    const { comments, write, events, editor, annotationId } = system();
    const { _id: id } = await write();
    await comments.delete(editor, id);
    const [row] = await comments.list(editor, { annotationId, featureId: '' });
    expect(row).toMatchObject({ _id: id, removal: { authorName: editor.actor.name } });
    expect(events().at(-1)).toMatchObject({ name: 'evidence_comment.deleted', comment: { content: '' } });
    expect(await outcomeOf(comments.delete(editor, id))).toBe('NOT_FOUND');
  });

  it('by an agent is its own, and mentions no one', async () => {
    const { comments, write, viewer, apiKey } = system();
    const others = await write();
    await expect(write({ mentionedIds: [viewer.actor.sub] }, apiKey)).rejects.toMatchObject({
      reason: 'agents_propose',
    });
    expect(await write({}, apiKey)).toMatchObject({ authorType: 'ai_agent', authorId: apiKey.actor.authorId });
    await expect(comments.delete(apiKey, others._id)).rejects.toMatchObject({ reason: 'agents_propose' });
  });

  it('on a proposal is shown with its accepted copy, and the reverse', async () => {
    const rules = system();
    const { comments, write, editor, annotationId } = rules;
    const copy = rules.annotation({ derivedFrom: annotationId });
    await write();
    expect(await comments.list(editor, { annotationId: copy.id, featureId: '' })).toHaveLength(1);
  });
});

describe('an assignment', () => {
  it('names one person of the project, and is published only when it changes', async () => {
    const { assignments, assignmentRows, editor, viewer, stranger, annotationId } = system();
    const ids = { annotationId, featureId: '' };
    const assign = (userId: string) => assignments.assign(editor, ids, userId);
    expect(await assign(viewer.actor.sub)).toMatchObject({ assignee: { userId: viewer.actor.sub } });
    await assign(viewer.actor.sub);
    await expect(assign(stranger.actor.sub)).rejects.toMatchObject({
      fields: { assignee_id: 'Only people of this project can be chosen' },
    });
    expect(await assignments.ofProject(viewer, PROJECT)).toHaveLength(1);
    await assign('');
    expect(await assignments.ofProject(viewer, PROJECT)).toEqual([]);
    expect(assignmentRows.published.map(({ name }) => name)).toEqual(['assignment.changed', 'assignment.changed']);
    expect(await outcomeOf(assignments.assign(viewer, ids, ''))).toBe('PERMISSION_DENIED');
  });
});
