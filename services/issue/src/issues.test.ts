import { newId } from '@symbio/runtime';
import { contextOf } from '@symbio/rpc/testing';
import { outcomeOf } from '@symbio/runtime/testing';
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

  it('by an agent names the agent; mail about it goes to people', async () => {
    const agentId = newId();
    const agent = contextOf({ ...rules.reporter.actor, via: 'api_key', name: 'Reader 1.2', agentId });
    const made = await rules.issues.create({ id: '', fields: fields() }, agent);
    expect(made).toMatchObject({ reporterId: agentId, reporterName: 'Reader 1.2', followers: [] });
    expect(made.history).toMatchObject([{ authorId: agentId, authorName: 'Reader 1.2' }]);
  });

  it('uses the current profile name, not the one in the token', async () => {
    const context = contextOf({ ...rules.reporter.actor, name: 'An old name' });
    expect((await report({}, '', context)).reporterName).toBe('Rita Reporter');
  });

  it('needs no assignee, but an existing one if given (ISSUE-32)', async () => {
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

describe('reporting an issue again with the same client-generated id', () => {
  it('returns the existing issue, published once, also concurrently', async () => {
    const id = newId();
    const made = await Promise.all(Array.from({ length: 5 }, () => report({}, id)));
    expect(new Set(made.map(({ _id }) => _id))).toEqual(new Set([id]));
    expect(rules.issueRows.all()).toHaveLength(1);
    expect(published()).toEqual(['issue.created']);
  });

  it('returns its current state after another user changed it', async () => {
    const id = newId();
    await report({}, id);
    await rules.issues.update({ id, fields: { title: 'Sharper tiles' } }, rules.colleague);
    expect(await report({}, id)).toMatchObject({ _id: id, title: 'Sharper tiles' });
  });

  it('conflicts for another person and for other content', async () => {
    const id = newId();
    await report({}, id);
    const taken = { code: 'FAILED_PRECONDITION', reason: 'id_taken' };
    await expect(report({}, id, rules.colleague)).rejects.toMatchObject(taken);
    await expect(report({ title: 'Another one' }, id)).rejects.toMatchObject(taken);
    await expect(report({ assignee: rules.colleague.actor.sub }, id)).rejects.toMatchObject(taken);
    expect(rules.issueRows.all()).toMatchObject([{ title: 'Tiles are blurred' }]);
    expect(published()).toEqual(['issue.created']);
  });

  it('never restores a deleted issue, restorable or not', async () => {
    const id = newId();
    await report({}, id);
    await rules.issues.remove(id, rules.colleague);
    expect(await outcomeOf(report({}, id))).toBe('FAILED_PRECONDITION');
    rules.clock.advance(RESTORABLE_MS);
    await rules.issues.purge();
    // both before and after the clean-up
    expect(await outcomeOf(report({}, id))).toBe('FAILED_PRECONDITION');
    await rules.cleanUp(id);
    expect(await outcomeOf(report({}, id))).toBe('FAILED_PRECONDITION');
    expect(rules.issueRows.all()).toEqual([]);
  });

  it('creates another one without an id', async () => {
    expect((await report())._id).not.toBe((await report())._id);
  });
});

describe('a new issue also', () => {
  it('gets the next number, by which it is found in any case', async () => {
    const [first, second] = [await report(), await report()];
    expect([first.number, second.number]).toEqual([1, 2]);
    const found = await Promise.all(
      ['SYM-2', 'sym-2', second._id].map((name) => rules.issues.get(name, rules.reporter)),
    );
    expect(found.map(({ _id }) => _id)).toEqual(Array(3).fill(second._id));
    for (const name of ['SYM-3', 'SYM-0', 'SYM-2x', '2', 'ABC-2', ''])
      expect(await outcomeOf(rules.issues.get(name, rules.reporter))).toBe('NOT_FOUND');
  });

  it('gets unique lower-case labels and the attached context', async () => {
    const attached = [{ name: 'Browser', value: 'Firefox 140' }];
    const labels = { labels: [' Viewer', 'viewer', 'slow  tiles'] };
    const made = await rules.issues.create({ id: '', fields: fields({ labels }), context: attached }, rules.reporter);
    expect(made).toMatchObject({ labels: ['viewer', 'slow tiles'], context: attached });
  });

  it('conflicts when reported again with other labels or context', async () => {
    const id = newId();
    const again = (label: string, value: string) => {
      const input = { id, fields: fields({ labels: { labels: [label] } }), context: [{ name: 'Theme', value }] };
      return outcomeOf(rules.issues.create(input, rules.reporter));
    };
    expect(await again('viewer', 'dark')).toBe('OK');
    expect(await again('viewer', 'dark')).toBe('OK');
    expect(await again('tiles', 'dark')).toBe('FAILED_PRECONDITION');
    expect(await again('viewer', 'light')).toBe('FAILED_PRECONDITION');
  });

  it('gets its reporter and assignee as followers, and a first history entry', async () => {
    const made = await report({ assignee: rules.colleague.actor.sub });
    expect(made.followers).toEqual([
      { id: rules.reporter.actor.sub, name: 'Rita Reporter' },
      { id: rules.colleague.actor.sub, name: 'Carl Colleague' },
    ]);
    expect(await rules.issues.history(made._id, rules.colleague)).toMatchObject([
      { authorId: rules.reporter.actor.sub, authorName: 'Rita Reporter', changes: [{ field: 'created' }] },
    ]);
  });
});

it('issues of another organization are neither listed nor found, changed or counted (decision 0158)', async () => {
  const [north, south] = [
    contextOf({ ...rules.reporter.actor, organizationId: 'north' }),
    contextOf({ ...rules.colleague.actor, role: 'administrator', organizationId: 'south' }),
  ];
  const { _id: id, number } = await report({ labels: { labels: ['tiles'] } }, '', north);
  for (const name of [id, `SYM-${number}`]) {
    expect((await rules.issues.get(name, north))._id).toBe(id);
    expect(await outcomeOf(rules.issues.get(name, south))).toBe('NOT_FOUND');
    const change = { id: name, fields: { title: 'Mine' } };
    expect(await outcomeOf(rules.issues.update(change, south))).toBe('NOT_FOUND');
  }
  expect(await rules.issues.labels(north)).toEqual([{ label: 'tiles', count: 1 }]);
  expect(await rules.issues.labels(south)).toEqual([]);
  expect(await rules.issues.similar('The tiles are blurred', south)).toEqual([]);
});
