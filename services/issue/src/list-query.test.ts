import { AppError, newId } from '@symbio/runtime';
import { contextOf } from '@symbio/rpc/testing';
import { outcomeOf, person } from '@symbio/runtime/testing';
import { ListIssuesRequest, type IssueFields } from '@symbio/proto/issue';
import { ISSUE_SORTS, ISSUE_STATUSES } from '@symbio/proto/issue/vocabulary';
import { issueRules, type IssueRules } from '../test/memory.js';
import { checkQuery } from './list-query.js';
import { sightOf } from './policy.js';
import { searchTerms, significantWords, wordsOf } from './search-words.js';

let rules: IssueRules;
beforeEach(() => {
  rules = issueRules();
});

const report = async (overrides: IssueFields = {}, context = rules.reporter) => {
  const fields = { title: 'Tiles are blurred', description: 'On **page 3**.', ...overrides };
  const made = await rules.issues.create({ id: '', fields }, context);
  rules.clock.advance(1_000);
  return made;
};
const list = async (asked: Partial<ListIssuesRequest> = {}, context = rules.reporter) => {
  const page = { page: 1, perPage: 20, skip: 0 };
  const { rows, count } = await rules.issues.list(ListIssuesRequest.fromPartial(asked), page, context);
  expect(count).toBe(rows.length);
  return rows.map(({ title }) => title);
};

describe('the list of issues', () => {
  it('can be limited to changes after a time', async () => {
    await report({ title: 'before' });
    const { updatedAt } = await report({ title: 'at that moment' });
    await report({ title: 'after' });
    expect(await list({ updatedAfter: updatedAt })).toEqual(['after']);
  });

  it('is sorted as requested, newest first by default (OP-36)', async () => {
    await report({ title: 'beta', severity: 's3', status: 'closed', type: 'improvement' });
    await report({ title: 'Alpha', severity: 's0', status: 'in_progress', assignee: rules.colleague.actor.sub });
    await report({ title: 'gamma', severity: 's1', status: 'open', type: 'feature_request' });
    expect(await list()).toEqual(['gamma', 'Alpha', 'beta']);
    const firsts: Record<string, string | undefined> = {};
    for (const sort of ISSUE_SORTS) firsts[sort] = (await list({ sort }))[0];
    expect(firsts).toEqual({
      created_at: 'gamma',
      updated_at: 'gamma',
      severity: 'Alpha',
      status: 'gamma',
      title: 'Alpha',
      number: 'gamma',
      type: 'Alpha',
      assignee: 'Alpha',
    });
    expect(await list({ sort: 'status', order: 'desc' })).toEqual(['beta', 'Alpha', 'gamma']);
    expect(await list({ sort: 'title', order: 'desc' })).toEqual(['gamma', 'beta', 'Alpha']);
  });

  it('is filtered by any of several values per filter, with all filters combined', async () => {
    const { colleague } = rules;
    await report({ title: 'one', type: 'bug', severity: 's0', labels: { labels: ['viewer'] } });
    await report({ title: 'two', type: 'improvement', severity: 's1', assignee: colleague.actor.sub }, colleague);
    await report({ title: 'three', type: 'improvement', status: 'closed', labels: { labels: ['viewer', 'slow'] } });
    expect(await list({ types: ['improvement'] })).toEqual(['three', 'two']);
    expect(await list({ severities: ['s0', 's1'] })).toEqual(['two', 'one']);
    expect(await list({ statuses: ['closed'] })).toEqual(['three']);
    expect(await list({ labels: [' Viewer '] })).toEqual(['three', 'one']);
    expect(await list({ labels: ['slow', 'unknown'] })).toEqual(['three']);
    expect(await list({ assignees: ['none'] })).toEqual(['three', 'one']);
    expect(await list({ assignees: ['me'] }, colleague)).toEqual(['two']);
    expect(await list({ assignees: ['none', colleague.actor.sub] })).toHaveLength(3);
    expect(await list({ reporters: ['me'] })).toEqual(['three', 'one']);
    expect(await list({ reporters: [colleague.actor.sub], types: ['bug'] })).toEqual([]);
  });

  it('is searched by parts of titles, numbers and word prefixes', async () => {
    await report({ title: 'The Stepper jumps', description: 'When I click on it.' });
    await report({ title: 'Tiles are blurred', description: 'Clicking twice at C++ helps.' });
    expect(await list({ search: 'steP' })).toEqual(['The Stepper jumps']);
    expect(await list({ search: 'epper' })).toEqual(['The Stepper jumps']);
    expect(await list({ search: 'click' })).toHaveLength(2);
    expect(await list({ search: 'licking' })).toEqual([]);
    expect(await list({ search: 'tiles twice' })).toEqual(['Tiles are blurred']);
    expect(await list({ search: 'tiles jumps' })).toEqual([]);
    for (const search of ['SYM-2', 'sym-2', '2']) expect(await list({ search })).toEqual(['Tiles are blurred']);
    for (const search of ['.*', '(', 'c++ [']) expect(await list({ search })).toEqual([]);
  });

  it('follows changes', async () => {
    const { _id: id } = await report({ title: 'Old words' });
    await rules.issues.update({ id, fields: { title: 'New ones', description: 'Fresh' } }, rules.reporter);
    expect([await list({ search: 'old' }), await list({ search: 'fresh' })]).toEqual([[], ['New ones']]);
  });

  it('rejects every invalid value at once (OP-36)', () => {
    const asked = { statuses: ['done'], types: ['bug', 'wish'], severities: ['s9'], sort: 'age', order: 'up' };
    const refusal = (() => {
      try {
        checkQuery(ListIssuesRequest.fromPartial({ ...asked, search: 'x'.repeat(201) }), person(), sightOf('everyone'));
      } catch (error) {
        return error;
      }
      return undefined;
    })();
    expect(refusal).toBeInstanceOf(AppError);
    expect(refusal).toMatchObject({
      fields: {
        status: `Status must be one of ${ISSUE_STATUSES.join(', ')}`,
        type: 'Type must be one of bug, improvement, feature_request',
        severity: 'Severity must be one of s0, s1, s2, s3, s4',
        sort: `Sort must be one of ${ISSUE_SORTS.join(', ')}`,
        order: 'Order must be one of asc, desc',
        search: 'Search is too long (at most 200 characters)',
      },
    });
  });

  it('can sort statuses in the database: their values are in reverse alphabetical order', () => {
    expect([...ISSUE_STATUSES].sort().reverse()).toEqual(ISSUE_STATUSES);
  });
});

describe('words', () => {
  it('of a text are its letters and digits, unique, in lower case', () => {
    expect(wordsOf('Étude No. 3: étude, naïve tiles_2')).toEqual(['étude', 'no', '3', 'naïve', 'tiles', '2']);
  });

  it('of a search include the issue number they may denote', () => {
    expect(searchTerms(' Sym-7  tiles-X 7 ')).toEqual([
      { text: 'sym-7', words: ['sym', '7'], number: 7 },
      { text: 'tiles-x', words: ['tiles', 'x'], number: undefined },
      { text: '7', words: ['7'], number: 7 },
    ]);
  });

  it('that distinguish a text exclude stop words', () => {
    expect(significantWords('When I click on the stepper it jumps')).toEqual(['click', 'stepper', 'jumps']);
  });
});

describe('similar issues', () => {
  const similar = async (text: string, context = rules.reporter) =>
    (await rules.issues.similar(text, context)).map(({ title }) => title);

  it('share words with the text, open ones first, at most five', async () => {
    await report({ title: 'Stepper jumps on click', status: 'closed' });
    await report({ title: 'The stepper looks odd' });
    await report({ title: 'Nothing alike' });
    expect(await similar('stepper jumps')).toEqual(['The stepper looks odd', 'Stepper jumps on click']);
    expect(await similar('a the on')).toEqual([]);
    for (let count = 0; count < 6; count += 1) await report({ title: `Stepper ${count}` });
    expect(await similar('stepper')).toHaveLength(5);
  });

  it('share more than one word with a long text', async () => {
    await report({ title: 'Map', description: 'Unrelated' });
    expect(await similar('the map of parcels shows gasholders twice beside railway sidings')).toEqual([]);
  });
});

describe('labels', () => {
  it('are listed with the number of issues, most used first', async () => {
    await report({ labels: { labels: ['viewer'] } });
    const { _id } = await report({ labels: { labels: ['viewer', 'slow', 'tiles'] } });
    await report({ labels: { labels: ['slow', 'viewer'] } });
    expect(await rules.issues.labels(rules.reporter)).toEqual([
      { label: 'viewer', count: 3 },
      { label: 'slow', count: 2 },
      { label: 'tiles', count: 1 },
    ]);
    await rules.issues.remove(_id, rules.reporter);
    expect((await rules.issues.labels(rules.reporter)).map(({ label }) => label)).toEqual(['viewer', 'slow']);
  });
});

describe('an API key that is bound to projects', () => {
  const key = () => contextOf({ ...rules.reporter.actor, via: 'api_key', scopes: ['a project'] });

  it('that writes as an agent sees only the issues reported by that agent', async () => {
    const agent = contextOf({ ...key().actor, name: 'Reader 1.2', agentId: newId() });
    await report({ title: "Its user's" });
    await report({ title: 'Its own' }, agent);
    expect(await list({}, agent)).toEqual(['Its own']);
    expect(await list({ reporters: ['me'] }, agent)).toEqual(['Its own']);
    expect(await list({ reporters: ['me'] })).toEqual(["Its user's"]);
  });

  it('sees only the issues reported by its own user (AUTH-39)', async () => {
    const mine = await report({ title: 'Mine', labels: { labels: ['mine'] } });
    const other = await report({ title: 'Other', labels: { labels: ['other'] } }, rules.colleague);
    const { issues, comments } = rules;
    expect(await list({}, key())).toEqual(['Mine']);
    expect(await list({ reporters: [rules.colleague.actor.sub] }, key())).toEqual([]);
    expect(await list({}, contextOf({ ...rules.reporter.actor, via: 'api_key' }))).toHaveLength(2);
    expect((await issues.labels(key())).map(({ label }) => label)).toEqual(['mine']);
    expect(await issues.similar('other', key())).toEqual([]);

    const tries = (id: string): Promise<unknown>[] => [
      issues.get(id, key()),
      issues.update({ id, fields: { severity: 's1' } }, key()),
      issues.history(id, key()),
      issues.follow(id, key()),
      issues.unfollow(id, key()),
      comments.list(id, key()),
      comments.create({ id: '', issueId: id, content: 'Me too' }, key()),
    ];
    for (const tried of tries(mine._id)) expect(await outcomeOf(tried)).toBe('OK');
    for (const tried of [...tries(other._id), ...tries(`SYM-${other.number}`)])
      expect(await outcomeOf(tried)).toBe('NOT_FOUND');
    expect(await outcomeOf(issues.remove(other._id, key()))).toBe('NOT_FOUND');
    await issues.remove(other._id, rules.colleague);
    expect(await outcomeOf(issues.restore(other._id, key()))).toBe('NOT_FOUND');
    expect(await list({ deleted: true }, key())).toEqual([]);
  });

  it('sees no issues of others through links', async () => {
    const [mine, other] = [await report(), await report({}, rules.colleague)];
    const link = { issueId: mine._id, type: 'blocks', otherId: other._id };
    expect(await outcomeOf(rules.issues.links.link(link, key()))).toBe('NOT_FOUND');
    const linked = await rules.issues.links.link(link, rules.reporter);
    expect(await rules.issues.links.shown(linked, rules.reporter.actor)).toHaveLength(1);
    expect(await rules.issues.links.shown(linked, key().actor)).toEqual([]);
  });
});
