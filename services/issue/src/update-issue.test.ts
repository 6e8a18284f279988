import { newId } from '@symbio/runtime';
import { contextOf } from '@symbio/rpc/testing';
import { outcomeOf, person } from '@symbio/runtime/testing';
import type { IssueFields } from '@symbio/proto/issue';
import { issueRules, type IssueRules } from '../test/memory.js';
import { MAX_HISTORY, MAX_HISTORY_TEXT, appended, historyEntry } from './history.js';
import type { IssueRow } from './model.js';

let rules: IssueRules;
let issue: IssueRow;
beforeEach(async () => {
  rules = issueRules();
  issue = await report();
});

const fields = (overrides: IssueFields = {}): IssueFields => ({
  title: 'Tiles are blurred',
  description: 'On **page 3**.',
  path: '/projects/1/insights',
  ...overrides,
});
const report = (overrides: IssueFields = {}) =>
  rules.issues.create({ id: '', fields: fields(overrides) }, rules.reporter);
const change = (to: IssueFields, context = rules.colleague, expectedUpdatedAt?: Date) => {
  rules.clock.advance(1_000);
  return rules.issues.update({ id: issue._id, fields: to, expectedUpdatedAt }, context);
};
const history = () => rules.issues.history(issue._id, rules.reporter);
const published = () => rules.issueRows.published.map(({ name }) => name);

describe('changing an issue (AUTH-39)', () => {
  it('is allowed to everyone: fields, labels, assignee, any status transition (ISSUE-09, ISSUE-12)', async () => {
    const { colleague } = rules;
    for (const status of ['closed', 'open', 'deployed', 'in_progress'])
      expect((await change({ status })).status).toBe(status);
    expect(await change({ assignee: colleague.actor.sub, labels: { labels: ['Viewer'] } })).toMatchObject({
      assigneeName: 'Carl Colleague',
      title: 'Tiles are blurred',
      labels: ['viewer'],
    });
    const freed = await change({ assignee: '', title: 'Blurred', labels: { labels: [] } });
    expect(freed).toMatchObject({ title: 'Blurred', assigneeName: '', reporterName: 'Rita Reporter', labels: [] });
    expect(freed.assignee).toBeUndefined();
  });

  it('to the same values writes and publishes nothing', async () => {
    const before = await change({ assignee: rules.colleague.actor.sub });
    const same = { ...fields(), assignee: rules.colleague.actor.sub, status: 'open', labels: { labels: [] } };
    expect(await change(same)).toEqual(before);
    expect(published()).toEqual(['issue.created', 'issue.changed']);
  });

  it('needs an existing issue and an existing assignee', async () => {
    const lost = rules.issues.update({ id: newId(), fields: { title: 'Lost' } }, rules.reporter);
    expect(await outcomeOf(lost)).toBe('NOT_FOUND');
    expect(await outcomeOf(change({ assignee: newId() }))).toBe('INVALID_ARGUMENT');
  });

  it('makes the assignee a follower, once', async () => {
    const { sub } = rules.colleague.actor;
    await change({ assignee: sub });
    expect((await change({ severity: 's1', assignee: sub })).followers.map(({ id }) => id)).toEqual([
      rules.reporter.actor.sub,
      sub,
    ]);
    await rules.issues.unfollow(issue._id, rules.colleague);
    expect((await change({ severity: 's0', assignee: sub })).followers).toHaveLength(1);
  });
});

describe('two people who change the same issue', () => {
  it("build on each other's changes, even if the clock advances during a write", async () => {
    const now = rules.clock.now.bind(rules.clock);
    let looks = 0;
    rules.clock.now = () => new Date(now().getTime() + looks++);
    const { updatedAt } = await change({ title: 'Sharper tiles' }, rules.colleague);
    expect(await change({ title: 'Sharp tiles' }, rules.reporter, updatedAt)).toMatchObject({ title: 'Sharp tiles' });
  });

  it('can both change different fields', async () => {
    const { updatedAt } = issue;
    await change({ title: 'Sharper tiles' }, rules.colleague, updatedAt);
    expect(await change({ severity: 's0' }, rules.reporter, updatedAt)).toMatchObject({
      title: 'Sharper tiles',
      severity: 's0',
    });
  });

  it('conflict on the same field: the second one is informed, and nothing is lost', async () => {
    const { updatedAt } = issue;
    await change({ title: 'Sharper tiles', severity: 's1' }, rules.colleague, updatedAt);
    const late = change({ title: 'Blurred', severity: 's1', status: 'closed' }, rules.reporter, updatedAt);
    await expect(late).rejects.toMatchObject({
      code: 'ABORTED',
      reason: 'stale',
      fields: { title: 'Someone else has changed this in the meantime' },
    });
    expect(await rules.issues.get(issue._id, rules.reporter)).toMatchObject({ title: 'Sharper tiles', status: 'open' });
  });

  it('can set the same value', async () => {
    const { updatedAt } = issue;
    await change({ status: 'closed' }, rules.colleague, updatedAt);
    expect(await change({ status: 'closed' }, rules.reporter, updatedAt)).toMatchObject({ status: 'closed' });
  });

  it('do not conflict with themselves, nor with callers without a version', async () => {
    const { updatedAt } = issue;
    await change({ title: 'First' }, rules.reporter, updatedAt);
    expect(await change({ title: 'Second' }, rules.reporter, updatedAt)).toMatchObject({ title: 'Second' });
    expect(await change({ title: 'Third' }, rules.colleague)).toMatchObject({ title: 'Third' });
  });

  it('can continue from the state they have seen', async () => {
    const seen = await change({ title: 'First' }, rules.colleague);
    expect(await change({ title: 'Second' }, rules.reporter, seen.updatedAt)).toMatchObject({ title: 'Second' });
  });
});

describe('the history of an issue', () => {
  it('says who changed what, newest first, with names for ids', async () => {
    await change({ title: 'Sharper tiles', assignee: rules.colleague.actor.sub });
    await change({ assignee: '', labels: { labels: ['viewer', 'slow'] } }, rules.reporter);
    expect(await history()).toMatchObject([
      {
        authorName: 'Rita Reporter',
        at: rules.clock.now(),
        changes: [
          { field: 'assignee', from: 'Carl Colleague', to: undefined },
          { field: 'labels', from: undefined, to: 'viewer, slow' },
        ],
      },
      {
        authorId: rules.colleague.actor.sub,
        changes: [
          { field: 'title', from: 'Tiles are blurred', to: 'Sharper tiles' },
          { field: 'assignee', from: undefined, to: 'Carl Colleague' },
        ],
      },
      { changes: [{ field: 'created' }] },
    ]);
  });

  it('truncates long texts', async () => {
    await change({ description: 'd'.repeat(5_000) });
    const [{ changes: [described] = [] } = {}] = await history();
    expect(described?.from).toBe('On **page 3**.');
    expect(described?.to).toHaveLength(MAX_HISTORY_TEXT);
  });

  it('keeps the newest entries', () => {
    const entry = (title: string) => historyEntry(rules.reporter.actor, rules.clock, [{ field: 'title', to: title }]);
    const full = Array.from({ length: MAX_HISTORY }, (_, count) => entry(String(count)));
    const [last, history] = [entry('last'), appended({ history: full }, entry('last'))];
    expect(history).toHaveLength(MAX_HISTORY);
    expect([history[0], history.at(-1)?.changes]).toEqual([full[1], last.changes]);
  });
});

describe('following an issue', () => {
  it('is open to everyone, and does not change the issue', async () => {
    const { updatedAt } = issue;
    rules.clock.advance(1_000);
    const names = async (done: Promise<IssueRow>) => (await done).followers.map(({ name }) => name);
    expect(await names(rules.issues.follow(issue._id, rules.colleague))).toEqual(['Rita Reporter', 'Carl Colleague']);
    expect(await names(rules.issues.follow('SYM-1', rules.colleague))).toHaveLength(2);
    expect(await names(rules.issues.unfollow(issue._id, rules.reporter))).toEqual(['Carl Colleague']);
    expect(await rules.issues.get(issue._id, rules.reporter)).toMatchObject({ updatedAt });
    expect(await history()).toHaveLength(1);
    expect(published()).toEqual(['issue.created', 'issue.changed', 'issue.changed']);
    expect(await outcomeOf(rules.issues.follow(newId(), contextOf(person())))).toBe('NOT_FOUND');
  });
});
