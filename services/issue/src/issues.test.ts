import { newId } from '@symbio/kit';
import { contextOf, outcomeOf } from '@symbio/kit/testing';
import type { IssueFields } from '@symbio/proto/issue';
import { RESTORABLE_MS } from './delete-and-restore.js';
import { issueRules, type IssueRules } from '../test/memory.js';

let rules: IssueRules;
beforeEach(() => {
  rules = issueRules();
});

const fields = (overrides: IssueFields = {}): IssueFields => ({
  title: 'Tiles are blurred',
  description: 'On **page 3**.',
  path: '/projects/1/insights',
  ...overrides,
});
const report = (overrides: IssueFields = {}, id = '', context = rules.reporter) =>
  rules.issues.create({ id, fields: fields(overrides) }, context);
const published = () => rules.issueRows.published.map(({ name }) => name);

describe('reporting an issue', () => {
  it('fills in type, severity, status and the names (ISSUE-31, ISSUE-43, DATA-23)', async () => {
    const { colleague, reporter } = rules;
    expect(await report({ assignee: colleague.actor.sub })).toMatchObject({
      title: 'Tiles are blurred',
      type: 'bug',
      severity: 's2',
      status: 'open',
      assignee: colleague.actor.sub,
      assigneeName: 'Carl Colleague',
      reporterId: reporter.actor.sub,
      reporterName: 'Rita Reporter',
      path: '/projects/1/insights',
      screenshots: [],
    });
  });

  it('takes the name the profile has now, not the one in the token', async () => {
    const context = contextOf({ ...rules.reporter.actor, name: 'An old name' });
    expect((await report({}, '', context)).reporterName).toBe('Rita Reporter');
  });

  it('needs no assignee, but one that exists (ISSUE-32)', async () => {
    const issue = await report();
    expect(issue.assignee).toBeUndefined();
    expect(issue.assigneeName).toBe('');
    await expect(report({ assignee: newId() })).rejects.toMatchObject({
      fields: { assignee: 'There is no such user' },
    });
  });

  it('names every bad field at once (ISSUE-28 to ISSUE-31)', async () => {
    await expect(report({ title: '', description: '', severity: 's9' }, 'mine')).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: {
        id: 'id must be a UUID',
        title: 'Title is required',
        description: 'Description is required',
        severity: 'Severity must be one of s0, s1, s2, s3, s4',
      },
    });
  });
});

describe('reporting an issue again under the id of its client', () => {
  it('answers the issue there is, published once, also at the same moment', async () => {
    const id = newId();
    const made = await Promise.all(Array.from({ length: 5 }, () => report({}, id)));
    expect(new Set(made.map(({ _id }) => _id))).toEqual(new Set([id]));
    expect(rules.issueRows.all()).toHaveLength(1);
    expect(published()).toEqual(['issue.created']);
  });

  it('answers it as it is by now, when somebody changed it in between', async () => {
    const id = newId();
    await report({}, id);
    await rules.issues.update({ id, fields: { title: 'Sharper tiles' } }, rules.colleague);
    expect(await report({}, id)).toMatchObject({ _id: id, title: 'Sharper tiles' });
  });

  it('is a conflict for another person and for other content', async () => {
    const id = newId();
    await report({}, id);
    const taken = { code: 'FAILED_PRECONDITION', reason: 'id_taken' };
    await expect(report({}, id, rules.colleague)).rejects.toMatchObject(taken);
    await expect(report({ title: 'Another one' }, id)).rejects.toMatchObject(taken);
    await expect(report({ assignee: rules.colleague.actor.sub }, id)).rejects.toMatchObject(taken);
    expect(rules.issueRows.all()).toMatchObject([{ title: 'Tiles are blurred' }]);
    expect(published()).toEqual(['issue.created']);
  });

  it('brings none back that was deleted, for 30 days or for good', async () => {
    const id = newId();
    await report({}, id);
    await rules.issues.remove(id, rules.colleague);
    expect(await outcomeOf(report({}, id))).toBe('FAILED_PRECONDITION');
    rules.clock.advance(RESTORABLE_MS);
    await rules.issues.purge();
    // before and after what belongs to it is deleted
    expect(await outcomeOf(report({}, id))).toBe('FAILED_PRECONDITION');
    await rules.cleanUp(id);
    expect(await outcomeOf(report({}, id))).toBe('FAILED_PRECONDITION');
    expect(rules.issueRows.all()).toEqual([]);
  });

  it('makes another one each time without an id', async () => {
    expect((await report())._id).not.toBe((await report())._id);
  });
});

describe('changing an issue (AUTH-39)', () => {
  it('is for anybody: fields, assignee, any status after any other (ISSUE-09)', async () => {
    const { _id: id } = await report();
    const { colleague } = rules;
    const change = (to: IssueFields) => rules.issues.update({ id, fields: to }, colleague);
    for (const status of ['closed', 'open', 'deployed', 'in_progress'])
      expect((await change({ status })).status).toBe(status);
    expect(await change({ assignee: colleague.actor.sub })).toMatchObject({
      assigneeName: 'Carl Colleague',
      title: 'Tiles are blurred',
    });
    const freed = await change({ assignee: '', title: 'Blurred' });
    expect(freed).toMatchObject({ title: 'Blurred', assigneeName: '', reporterName: 'Rita Reporter' });
    expect(freed.assignee).toBeUndefined();
  });

  it('to what it is already changes nothing and publishes nothing', async () => {
    const issue = await report({ assignee: rules.colleague.actor.sub });
    rules.clock.advance(1_000);
    const same = { ...fields(), assignee: rules.colleague.actor.sub, status: 'open' };
    const saved = await rules.issues.update({ id: issue._id, fields: same }, rules.colleague);
    expect(saved).toEqual(issue);
    expect(published()).toEqual(['issue.created']);
  });

  it('needs one that is there, and somebody who is there', async () => {
    const { _id: id } = await report();
    const change = (of: string, to: IssueFields) =>
      outcomeOf(rules.issues.update({ id: of, fields: to }, rules.reporter));
    expect(await change(newId(), { title: 'Lost' })).toBe('NOT_FOUND');
    expect(await change(id, { assignee: newId() })).toBe('INVALID_ARGUMENT');
  });
});
