import { newId } from '@symbio/runtime';
import { administrator, outcomeOf } from '@symbio/runtime/testing';
import { contextOf } from '@symbio/rpc/testing';
import { RESTORABLE_MS } from './delete-and-restore.js';
import { issueRules, type IssueRules } from '../test/memory.js';

let rules: IssueRules;
beforeEach(() => {
  rules = issueRules();
});

const report = async (): Promise<string> => {
  const fields = { title: 'Tiles are blurred', description: 'On **page 3**.' };
  return (await rules.issues.create({ id: '', fields }, rules.reporter))._id;
};

describe('comments (ISSUE-36 to ISSUE-44, DATA-26)', () => {
  let issueId: string;
  beforeEach(async () => {
    issueId = await report();
  });
  const comment = (content: string, { id = '', on = issueId, context = rules.reporter } = {}) =>
    rules.comments.create({ id, issueId: on, content }, context);
  const comments = () => rules.commentRows.published.map(({ name }) => name);

  it('carry their author’s name', async () => {
    expect(await comment(' Two ', { context: rules.colleague })).toMatchObject({
      issueId,
      content: 'Two',
      commenterId: rules.colleague.actor.sub,
      commenterName: 'Carl Colleague',
    });
    expect(comments()).toEqual(['comment.created']);
  });

  it('by an agent have the agent as author, not its user', async () => {
    const agentId = newId();
    const agent = contextOf({ ...rules.colleague.actor, via: 'api_key', name: 'Reader 1.2', agentId });
    const made = await comment('Looks done', { context: agent });
    expect(made).toMatchObject({ commenterId: agentId, commenterName: 'Reader 1.2' });
    const edit = (context: typeof agent) =>
      rules.comments.update({ id: made._id, issueId, content: 'Is done' }, context);
    expect(await outcomeOf(edit(rules.colleague))).toBe('PERMISSION_DENIED');
    expect((await edit(agent)).content).toBe('Is done');
  });

  it('are edited by their author only, administrators included (AUTH-40)', async () => {
    const made = await comment('Mine');
    rules.clock.advance(1_000);
    const edit = (content: string, context = rules.reporter, on = issueId) =>
      rules.comments.update({ id: made._id, issueId: on, content }, context);
    expect(await outcomeOf(edit('Yours', rules.colleague))).toBe('PERMISSION_DENIED');
    expect(await outcomeOf(edit('Yours', contextOf(administrator())))).toBe('PERMISSION_DENIED');
    const edited = await edit('Mine, better');
    expect(edited).toMatchObject({ content: 'Mine, better', createdAt: made.createdAt });
    expect(edited.updatedAt.getTime()).toBeGreaterThan(made.updatedAt.getTime());
    expect(await outcomeOf(edit('Elsewhere', rules.reporter, newId()))).toBe('NOT_FOUND');
    expect(comments()).toEqual(['comment.created', 'comment.changed']);
  });

  it('changed since the caller read them are a conflict', async () => {
    const { _id: id, updatedAt } = await comment('First');
    rules.clock.advance(1_000);
    const save = (content: string, expectedUpdatedAt: Date) =>
      rules.comments.update({ id, issueId, content, expectedUpdatedAt }, rules.reporter);
    const second = await save('Second', updatedAt);
    await expect(save('Third', updatedAt)).rejects.toMatchObject({ code: 'ABORTED', reason: 'stale' });
    // an identical value is no conflict: the response to the first attempt may have been lost
    expect(await save('Second', updatedAt)).toMatchObject({ content: 'Second', updatedAt: second.updatedAt });
    expect((await save('Third', second.updatedAt)).content).toBe('Third');
  });

  it('of a missing issue fail with an error that names it', async () => {
    const missing = { code: 'NOT_FOUND', fields: { issue_id: 'Issue not found' } };
    await expect(comment('Me too', { on: newId() })).rejects.toMatchObject(missing);
    await expect(rules.comments.list('nonsense', rules.reporter)).rejects.toMatchObject(missing);
  });

  it('that are saved unchanged do not count as edited (ISSUE-36, ISSUE-42)', async () => {
    const made = await comment('As it is');
    rules.clock.advance(1_000);
    expect(await rules.comments.update({ id: made._id, issueId, content: ' As it is' }, rules.reporter)).toEqual(made);
    expect(comments()).toEqual(['comment.created']);
  });

  it('are required, at most 5000 characters, and need an existing issue (ISSUE-39, ISSUE-40)', async () => {
    await expect(comment(' ')).rejects.toMatchObject({ fields: { content: 'Comment is required' } });
    await expect(comment('c'.repeat(5_001))).rejects.toMatchObject({ fields: { content: 'Comment is too long' } });
    expect((await comment('c'.repeat(5_000))).content).toHaveLength(5_000);
    expect(await outcomeOf(comment('Lost', { on: newId() }))).toBe('NOT_FOUND');
    expect(await outcomeOf(rules.comments.list(newId(), rules.reporter))).toBe('NOT_FOUND');
  });

  it('are created once per client-generated id, also concurrently', async () => {
    const id = newId();
    await Promise.all(Array.from({ length: 5 }, () => comment('Once', { id })));
    await rules.comments.update({ id, issueId, content: 'Edited' }, rules.reporter);
    expect(await comment('Once', { id })).toMatchObject({ _id: id, content: 'Edited' });
    expect(rules.commentRows.all()).toHaveLength(1);
    expect(comments()).toEqual(['comment.created', 'comment.changed']);
  });

  it('of another person, text or issue under a taken id are a conflict', async () => {
    const id = newId();
    await comment('Once', { id });
    const on = await report();
    const again = [
      { id, context: rules.colleague },
      { id, on },
    ].map((how) => comment('Once', how));
    const outcomes = await Promise.all([...again, comment('Twice', { id })].map(outcomeOf));
    expect(outcomes).toEqual(Array(3).fill('FAILED_PRECONDITION'));
    expect(rules.commentRows.all()).toMatchObject([{ content: 'Once', issueId }]);
  });

  it('written while their issue is permanently removed are deleted', async () => {
    rules.concurrentWrite.run = async () => {
      await rules.issues.remove(issueId, rules.reporter);
      rules.clock.advance(RESTORABLE_MS);
      await rules.issues.purge();
      await rules.cleanUp(issueId);
    };
    expect(await outcomeOf(comment('Late'))).toBe('NOT_FOUND');
    expect(rules.commentRows.all()).toEqual([]);
  });
});
