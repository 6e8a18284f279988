import { newId } from '@symbio/runtime';
import { BatchUpdateIssuesRequest, type IssueFields } from '@symbio/proto/issue';
import { issueRules, type IssueRules } from '../test/memory.js';

let rules: IssueRules;
beforeEach(() => {
  rules = issueRules();
});

const report = async (overrides: IssueFields = {}) => {
  const fields = { title: 'Tiles are blurred', description: 'On page 3.', ...overrides };
  return (await rules.issues.create({ id: '', fields }, rules.reporter))._id;
};
const batch = (asked: Partial<BatchUpdateIssuesRequest>) =>
  rules.issues.batch(BatchUpdateIssuesRequest.fromPartial(asked), rules.colleague);

describe('several issues at once', () => {
  it('are changed independently, by id or key, in order', async () => {
    const [one, two] = [
      await report({ labels: { labels: ['old', 'kept'] } }),
      await report({ labels: { labels: ['new'] } }),
    ];
    const lost = newId();
    const outcomes = await batch({
      ids: [two, 'SYM-1', lost, two],
      status: 'closed',
      assignee: rules.colleague.actor.sub,
      labelsAdd: ['New'],
      labelsRemove: ['old'],
    });
    expect(outcomes).toMatchObject([
      { id: two, row: { _id: two, status: 'closed', assigneeName: 'Carl Colleague', labels: ['new'] } },
      { id: 'SYM-1', row: { _id: one, status: 'closed', labels: ['kept', 'new'] } },
      { id: lost, error: { code: 'not_found', message: 'Issue not found' } },
    ]);
    expect(await rules.issues.history(one, rules.reporter)).toMatchObject([
      { authorName: 'Carl Colleague', changes: [{ field: 'status' }, { field: 'assignee' }, { field: 'labels' }] },
      {},
    ]);
  });

  it('are deleted, and can be restored', async () => {
    const id = await report();
    expect(await batch({ ids: [id], delete: true })).toMatchObject([
      { id, row: { removal: { at: rules.clock.now() } } },
    ]);
    expect(await rules.issues.restore(id, rules.reporter)).toMatchObject({ _id: id });
  });

  it('are refused individually when they would have too many labels', async () => {
    const labels = Array.from({ length: 20 }, (_, count) => `label ${count}`);
    const [full, free] = [await report({ labels: { labels } }), await report()];
    expect(await batch({ ids: [full, free], labelsAdd: ['one more'] })).toMatchObject([
      { id: full, error: { message: 'An issue can have at most 20 labels' } },
      { id: free, row: { labels: ['one more'] } },
    ]);
  });

  it.each([
    [{ ids: [] }, { ids: 'Select at least one issue' }],
    [{ ids: Array.from({ length: 101 }, newId) }, { ids: 'At most 100 issues can be changed at once' }],
    [{ ids: ['SYM-1'] }, { ids: 'Nothing to change is given' }],
    [{ ids: ['SYM-1'], status: 'done' }, { status: 'Status must be one of open, in_progress, deployed, closed' }],
    [{ ids: ['SYM-1'], assignee: newId() }, { assignee: 'There is no such user' }],
    [{ ids: ['SYM-1'], labelsAdd: ['a,b'] }, { labels_add: 'A label has no comma' }],
    [{ ids: ['SYM-1'], delete: true, severity: 's0' }, { delete: 'Issues that are deleted cannot be changed with it' }],
  ])('%j are refused together', async (asked, fields) => {
    await expect(batch(asked)).rejects.toMatchObject({ fields });
  });
});
