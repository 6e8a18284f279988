import { newId } from '@symbio/runtime';
import { callAs } from '@symbio/rpc/testing';
import { eventually, outcomeOf, person } from '@symbio/runtime/testing';
import { queryPlans } from '@symbio/mongo/testing';
import type { IssueFields, ListIssuesRequest } from '@symbio/proto/issue';
import { ISSUE_SORTS } from '@symbio/proto/issue/vocabulary';
import { RESTORABLE_MS } from '../src/delete-and-restore.js';
import { colleague, issueService, reporter, type IssueServiceUnderTest } from './service.js';

let { clock, config, issues, mongo, report, get, eventsOf, another, stop } = {} as IssueServiceUnderTest;
beforeAll(async () => {
  ({ clock, config, issues, mongo, report, get, eventsOf, another, stop } = await issueService());
});
afterAll(() => stop());

const titles = async (asked: Partial<ListIssuesRequest>, by = reporter) =>
  (await issues.listIssues(asked, await callAs(by))).issues.map(({ title }) => title);

describe('numbers', () => {
  it('are unique, also for concurrent reports', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => report()));
    expect(new Set(made.map(({ number }) => number)).size).toBe(12);
    const [{ id, key } = { id: '', key: '' }] = made;
    expect(await get(key.toLowerCase())).toMatchObject({ id, key });
    expect(key).toMatch(/^SYM-[1-9]\d*$/);
    expect(await outcomeOf(get('SYM-99999'))).toBe('NOT_FOUND');
  });
});

describe('the list of issues', () => {
  it('is filtered, sorted, searched and paged by the database (OP-36)', async () => {
    const by = person({ name: 'Lists Only' });
    const make = (title: string, more: IssueFields) => report({ title, description: 'Sorted things.', ...more }, by);
    await make('beta', { severity: 's3', status: 'closed', type: 'improvement', labels: { labels: ['x'] } });
    await make('Alpha', { severity: 's0', status: 'in_progress', assignee: colleague.sub });
    await make('gamma', { severity: 's1', type: 'feature_request', labels: { labels: ['x', 'y'] } });
    const mine = (asked: Partial<ListIssuesRequest>) => titles({ reporters: ['me'], ...asked }, by);
    const orders: Record<string, string[]> = {};
    for (const sort of ISSUE_SORTS) orders[sort] = await mine({ sort, order: 'asc' });
    const [made, byStatus] = [
      ['beta', 'Alpha', 'gamma'],
      ['gamma', 'Alpha', 'beta'],
    ];
    expect(orders).toEqual({
      ...{ created_at: made, updated_at: made, number: made, status: byStatus },
      severity: ['Alpha', 'gamma', 'beta'],
      title: ['Alpha', 'beta', 'gamma'],
      type: ['Alpha', 'gamma', 'beta'],
      assignee: ['Alpha', 'beta', 'gamma'],
    });
    expect(await mine({ statuses: ['open', 'closed'] })).toEqual(['gamma', 'beta']);
    expect(await mine({ assignees: ['none'] })).toEqual(['gamma', 'beta']);
    expect(await mine({ assignees: ['none', colleague.sub], types: ['bug'] })).toEqual(['Alpha']);
    expect(await mine({ labels: ['x'], severities: ['s1'] })).toEqual(['gamma']);
    expect(await mine({ search: 'LPH' })).toEqual(['Alpha']);
    expect(await mine({ search: 'sort thi alpha' })).toEqual(['Alpha']);
    expect(await mine({ search: 'orted' })).toEqual([]);
    const page = await issues.listIssues({ reporters: ['me'], paging: { page: 2, perPage: 2 } }, await callAs(by));
    expect(page).toMatchObject({ issues: [{ title: 'beta' }], pageInfo: { count: 3, totalPages: 2 } });
  });

  it('has comment counts and followers', async () => {
    const { id, key } = await report({}, colleague);
    for (const content of ['One', 'Two']) await issues.createComment({ issueId: key, content }, await callAs(reporter));
    const { issues: found } = await issues.listIssues({ search: key }, await callAs(colleague));
    expect(found).toMatchObject([{ id, commentCount: 2, following: true, followers: [{ name: 'Carl Colleague' }] }]);
    expect(await get(id)).toMatchObject({ commentCount: 2, following: false });
  });
});

describe('two people who change the same issue', () => {
  it('concurrently: fields are merged, and on the same field the first wins', async () => {
    const { id, updatedAt } = await report();
    const save = async (by: typeof reporter, to: IssueFields) =>
      outcomeOf(issues.updateIssue({ id, fields: to, expectedUpdatedAt: updatedAt }, await callAs(by)));
    expect(await Promise.all([save(reporter, { title: 'Mine' }), save(colleague, { severity: 's0' })])).toEqual([
      'OK',
      'OK',
    ]);
    clock.advance(1_000);
    expect(await save(colleague, { title: 'Yours', status: 'closed' })).toBe('ABORTED');
    expect(await get(id)).toMatchObject({ title: 'Mine', severity: 's0', status: 'open' });
    const { entries } = await issues.listHistory({ issueId: id }, await callAs(reporter));
    expect(entries.map(({ changes }) => changes[0]?.field).sort()).toEqual(['created', 'severity', 'title']);
  });
});

describe('links, labels and similarity', () => {
  it('are visible from both sides, and never form a cycle, also concurrently', async () => {
    const [one, two] = [await report(), await report()];
    const link = async (issueId: string, otherId: string) =>
      outcomeOf(issues.linkIssues({ issueId, type: 'duplicate_of', otherId }, await callAs(reporter)));
    await Promise.all([link(one.id, two.id), link(two.id, one.id)]);
    const links = { 'links.issueId': { $in: [one.id, two.id] } };
    expect(await mongo.collection('issues').countDocuments(links)).toBeLessThanOrEqual(1);
    // either may win; both may have withdrawn
    const isSecondLinked = (await get(two.id)).links.some(({ type }) => type === 'duplicate_of');
    const [from, to] = isSecondLinked ? [two, one] : [one, two];
    expect(await link(from.id, to.key)).toBe('OK');
    expect(await get(to.id)).toMatchObject({
      links: [{ type: 'duplicated_by', issue: { id: from.id, key: from.key } }],
    });
    expect(await link(to.id, from.id)).toBe('FAILED_PRECONDITION');
  });

  it('are counted and found by the database', async () => {
    const label = newId();
    const { id } = await report({ title: 'Xylophone resonates', labels: { labels: [label, 'common'] } });
    await report({ title: 'A closed xylophone', status: 'closed', labels: { labels: [label] } });
    const parent = await callAs(colleague);
    const { labels } = await issues.listLabels({}, parent);
    expect(labels.find((each) => each.label === label)).toEqual({ label, count: 2 });
    const { issues: alike } = await issues.findSimilarIssues({ text: 'the xylophone' }, parent);
    expect(alike.map(({ title }) => title)).toEqual(['Xylophone resonates', 'A closed xylophone']);
    expect(alike[0]?.id).toBe(id);
  });
});

it('following changes only the followers, and is published', async () => {
  const { id, updatedAt } = await report();
  const { issue } = await issues.followIssue({ issueId: id }, await callAs(colleague));
  expect(issue).toMatchObject({ following: true, updatedAt });
  expect((await issues.unfollowIssue({ issueId: id }, await callAs(colleague))).issue).toMatchObject({
    following: false,
  });
  await eventually(() => {
    expect(eventsOf(id).map(({ name }) => name)).toEqual(['issue.created', 'issue.changed', 'issue.changed']);
  });
});

it('bulk operations have one outcome per issue', async () => {
  const { id } = await report();
  const ids = [id, newId()];
  const change = await issues.batchUpdateIssues({ ids, severity: 's0', labelsAdd: ['many'] }, await callAs(colleague));
  expect(change.results.map(({ outcome }) => outcome?.$case)).toEqual(['issue', 'error']);
  await issues.batchUpdateIssues({ ids, delete: true }, await callAs(colleague));
  expect(await outcomeOf(get(id))).toBe('NOT_FOUND');
});

it('an API key that is bound to projects sees only the issues of its own user (AUTH-39)', async () => {
  const title = `Of one key ${newId()}`;
  const [mine, other] = [await report({ title }), await report({ title }, colleague)];
  const key = await callAs({ ...reporter, via: 'api_key', scopes: [newId()] });
  expect((await issues.listIssues({ search: title }, key)).issues.map(({ id }) => id)).toEqual([mine.id]);
  expect(await outcomeOf(issues.getIssue({ id: other.key }, key))).toBe('NOT_FOUND');
  expect(await outcomeOf(issues.getIssue({ id: mine.key }, key))).toBe('OK');
});

describe('queries', () => {
  it('use an index each', async () => {
    const { id, key } = await report({ labels: { labels: ['planned'] }, assignee: colleague.sub });
    const other = await report();
    const parent = await callAs(reporter);
    const bound = await callAs({ ...reporter, via: 'api_key', scopes: [newId()] });
    const narrow: Partial<ListIssuesRequest>[] = [
      { statuses: ['open', 'closed'] },
      { types: ['bug'], severities: ['s0', 's1'] },
      { assignees: ['me'] },
      { assignees: ['none'] },
      { reporters: ['me'] },
      { labels: ['planned'] },
      { search: 'blurred page' },
      { search: key },
      { deleted: true },
    ];
    const plans = await queryPlans(config, async () => {
      for (const sort of ISSUE_SORTS) await issues.listIssues({ sort, paging: { page: 1, perPage: 1 } }, parent);
      for (const asked of narrow) await issues.listIssues({ ...asked, paging: { page: 1, perPage: 1 } }, parent);
      for (const by of [parent, bound]) {
        await issues.listIssues({}, by);
        await issues.listLabels({}, by);
        await issues.findSimilarIssues({ text: 'blurred tiles' }, by);
      }
      await issues.getIssue({ id: key }, parent);
      await issues.linkIssues({ issueId: id, type: 'duplicate_of', otherId: other.id }, parent);
      await issues.listHistory({ issueId: id }, parent);
      await issues.listComments({ issueId: id }, parent);
      await outcomeOf(issues.deleteScreenshot({ id: newId() }, parent));
      await issues.deleteIssue({ id: other.id }, parent);
      await issues.restoreIssue({ id: other.id }, parent);
      await issues.deleteIssue({ id: other.id }, parent);
      clock.advance(RESTORABLE_MS);
      const copy = await another();
      await eventually(async () => {
        expect(await mongo.collection('issues').countDocuments({ 'links.issueId': other.id })).toBe(0);
      });
      await copy.stop();
    });
    // the second replica looks for migrations
    const own = plans.filter(({ ofOutbox, collection }) => !ofOutbox && collection !== 'migrations');
    // the mail sweep may run at any time
    const asked = own.map(({ collection }) => collection).filter((name) => name !== 'notices');
    expect(new Set(asked)).toEqual(new Set(['issues', 'comments']));
    expect(own.filter(({ stages }) => stages.length === 0 || stages.includes('COLLSCAN'))).toEqual([]);
    // sorted by index, not in memory
    const ordered = own.filter(({ method, args }) => method === 'find' && 'sort' in (args[1] as object));
    expect(ordered.slice(0, ISSUE_SORTS.length).filter(({ stages }) => stages.includes('SORT'))).toEqual([]);
  });
});
