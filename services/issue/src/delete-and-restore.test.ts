import { newId } from '@symbio/runtime';
import { outcomeOf } from '@symbio/runtime/testing';
import { ListIssuesRequest } from '@symbio/proto/issue';
import { issueRules, type IssueRules } from '../test/memory.js';
import { RESTORABLE_MS } from './delete-and-restore.js';
import type { IssueRow } from './model.js';

let rules: IssueRules;
let issue: IssueRow;
beforeEach(async () => {
  rules = issueRules();
  const fields = { title: 'Tiles are blurred', description: 'On page 3.' };
  issue = await rules.issues.create({ id: '', fields }, rules.reporter);
});

const listed = async (deleted = false) => {
  const page = { page: 1, perPage: 20, skip: 0 };
  const { rows } = await rules.issues.list(ListIssuesRequest.fromPartial({ deleted }), page, rules.reporter);
  return rows.map(({ _id }) => _id);
};
const remove = () => rules.issues.remove(issue._id, rules.colleague);
const restore = () => rules.issues.restore(issue._id, rules.reporter);
const published = () => rules.issueRows.published.map(({ name }) => name);

describe('deleting an issue (AUTH-39)', () => {
  it('hides it from readers and writers, and records who did it', async () => {
    const { comments, screenshots, issues, reporter } = rules;
    const { _id: commentId } = await comments.create({ id: '', issueId: issue._id, content: 'Me too' }, reporter);
    await remove();
    expect([await listed(), await listed(true)]).toEqual([[], [issue._id]]);
    const tries = [
      issues.get(issue._id, reporter),
      issues.get('SYM-1', reporter),
      issues.update({ id: issue._id, fields: { title: 'x' } }, reporter),
      issues.history(issue._id, reporter),
      issues.follow(issue._id, reporter),
      issues.remove(issue._id, reporter),
      comments.list(issue._id, reporter),
      comments.create({ id: '', issueId: issue._id, content: 'x' }, reporter),
      comments.update({ id: commentId, issueId: issue._id, content: 'x' }, reporter),
      screenshots.remove(newId(), reporter),
    ];
    expect(await Promise.all(tries.map(outcomeOf))).toEqual(tries.map(() => 'NOT_FOUND'));
    expect(rules.issueRows.find(issue._id)?.removal).toMatchObject({ authorName: 'Carl Colleague' });
    expect(published()).toEqual(['issue.created', 'issue.deleted']);
  });

  it('can be undone, with everything that belonged to it', async () => {
    await rules.comments.create({ id: '', issueId: issue._id, content: 'Me too' }, rules.reporter);
    await remove();
    await rules.cleanUp(issue._id);
    rules.clock.advance(RESTORABLE_MS - 1);
    expect(await restore()).toMatchObject({ _id: issue._id, number: 1, title: 'Tiles are blurred' });
    expect([await listed(), await listed(true)]).toEqual([[issue._id], []]);
    expect(await rules.comments.list(issue._id, rules.reporter)).toHaveLength(1);
    const history = await rules.issues.history(issue._id, rules.reporter);
    expect(history.map(({ authorName, changes }) => [authorName, changes[0]?.field])).toEqual([
      ['Rita Reporter', 'restored'],
      ['Carl Colleague', 'deleted'],
      ['Rita Reporter', 'created'],
    ]);
    expect(published()).toEqual(['issue.created', 'issue.deleted', 'issue.restored']);
  });

  it('is undone once, and restoring an existing issue returns it unchanged', async () => {
    await remove();
    const restored = await Promise.all([restore(), restore()]);
    expect(restored.map(({ _id }) => _id)).toEqual([issue._id, issue._id]);
    expect(await outcomeOf(restore())).toBe('OK');
    expect(published().filter((name) => name === 'issue.restored')).toHaveLength(1);
    expect(await outcomeOf(rules.issues.restore(newId(), rules.reporter))).toBe('NOT_FOUND');
  });

  it('cannot be undone after 30 days, even before the purge runs', async () => {
    await remove();
    rules.clock.advance(RESTORABLE_MS);
    expect([await outcomeOf(restore()), await listed(true)]).toEqual(['NOT_FOUND', []]);
    await rules.issues.purge();
    expect(rules.issueRows.all()).toEqual([]);
    expect(await rules.tombstones.any(issue._id)).toBe(true);
    expect(published()).toEqual(['issue.created', 'issue.deleted', 'issue.deleted']);
  });

  it('purges neither existing nor restorable issues', async () => {
    await rules.issues.purge();
    await remove();
    rules.clock.advance(RESTORABLE_MS - 1);
    await rules.issues.purge();
    expect(rules.issueRows.all()).toHaveLength(1);
    await restore();
    rules.clock.advance(2 * RESTORABLE_MS);
    await rules.issues.purge();
    expect(await listed()).toEqual([issue._id]);
  });

  it('never reuses its number', async () => {
    await remove();
    rules.clock.advance(RESTORABLE_MS);
    await rules.issues.purge();
    const fields = { title: 'Another', description: 'One.' };
    expect(await rules.issues.create({ id: '', fields }, rules.reporter)).toMatchObject({ number: 2 });
  });
});

it('permanent removal also deletes what belonged to an issue, including links to it', async () => {
  const fields = { title: 'A duplicate', description: 'Of it.' };
  const other = await rules.issues.create({ id: '', fields }, rules.reporter);
  const link = { issueId: other._id, type: 'duplicate_of', otherId: issue._id };
  await rules.issues.links.link(link, rules.reporter);
  await remove();
  rules.clock.advance(RESTORABLE_MS);
  await rules.issues.purge();
  await rules.cleanUp(issue._id);
  expect(rules.issueRows.find(other._id)?.links).toEqual([]);
});
