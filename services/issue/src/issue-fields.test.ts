import { notOneLine } from '@symbio/proto/lines';
import { AppError } from '@symbio/runtime';
import { checkComment, checkIssueChange, checkNewIssue } from './issue-fields.js';

const fieldsOf = (run: () => unknown): Record<string, string> | undefined => {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error.fields;
    throw error;
  }
  return undefined;
};

const issue = { title: 'Tiles are blurred', description: 'On **page 3**.' };

describe('a new issue', () => {
  it('needs a title and a description (ISSUE-28, ISSUE-29)', () => {
    const sentences = { title: 'Title is required', description: 'Description is required' };
    expect(fieldsOf(() => checkNewIssue('', undefined))).toEqual(sentences);
    expect(fieldsOf(() => checkNewIssue('', { title: ' ', description: '\n' }))).toEqual(sentences);
  });

  it('defaults to an open bug of severity s2 without assignee (ISSUE-31, ISSUE-32)', () => {
    expect(checkNewIssue('', issue)).toEqual({
      id: '',
      ...issue,
      type: 'bug',
      severity: 's2',
      status: 'open',
      path: '',
      assignee: '',
      labels: [],
      context: [],
    });
  });

  it('has one of three types and one of five severities (ISSUE-30, ISSUE-31, DATA-24)', () => {
    for (const type of ['bug', 'improvement', 'feature_request'])
      expect(checkNewIssue('', { ...issue, type }).type).toBe(type);
    for (const severity of ['s0', 's1', 's2', 's3', 's4'])
      expect(checkNewIssue('', { ...issue, severity }).severity).toBe(severity);
    expect(fieldsOf(() => checkNewIssue('', { ...issue, type: 'wish', severity: 's5', status: 'done' }))).toEqual({
      type: 'Type must be one of bug, improvement, feature_request',
      severity: 'Severity must be one of s0, s1, s2, s3, s4',
      status: 'Status must be one of open, in_progress, deployed, closed',
    });
  });
});

it.each(['javascript:alert(1)', '//evil.test', '/\\evil.test', 'https://evil.test/x', 'projects', '/a\nb'])(
  'an issue rejects the path %j, because other users follow it as a link (ISSUE-14)',
  (path) => {
    expect(fieldsOf(() => checkNewIssue('', { ...issue, path }))).toHaveProperty('path');
    expect(checkNewIssue('', { ...issue, path: '/projects?a=//b#c' }).path).toBe('/projects?a=//b#c');
  },
);

it('a title is one line', () => {
  expect(fieldsOf(() => checkNewIssue('', { ...issue, title: 'a\u202eb' }))).toEqual({ title: notOneLine('Title') });
});

describe('labels', () => {
  const labelled = (...labels: string[]) => checkNewIssue('', { ...issue, labels: { labels } }).labels;

  it('are lower case and unique', () => {
    expect(labelled(' Slow   Tiles', 'slow tiles', 'UI')).toEqual(['slow tiles', 'ui']);
  });

  it.each([
    [[' '], 'A label has at least one character'],
    [['a,b'], 'A label has no comma'],
    [['x'.repeat(41)], 'Label is too long (at most 40 characters)'],
    [Array.from({ length: 21 }, (_, count) => `label ${count}`), 'An issue can have at most 20 labels'],
  ])('%j are refused', (labels, labelsProblem) => {
    expect(fieldsOf(() => labelled(...labels))).toEqual({ labels: labelsProblem });
  });
});

describe('attached context', () => {
  const attached = (context: { name: string; value: string }[]) => checkNewIssue('', issue, context).context;

  it('has names and values', () => {
    expect(attached([{ name: ' Browser ', value: 'Firefox' }])).toEqual([{ name: 'Browser', value: 'Firefox' }]);
    expect(fieldsOf(() => attached([{ name: '', value: 'x' }]))).toEqual({ context: 'What is attached needs a name' });
    const long = { name: 'Requests', value: 'x'.repeat(4_001) };
    expect(fieldsOf(() => attached([long]))).toEqual({ context: 'Value is too long (at most 4000 characters)' });
    const many = Array.from({ length: 31 }, () => ({ name: 'a', value: 'b' }));
    expect(fieldsOf(() => attached(many))).toEqual({ context: 'At most 30 things can be attached' });
  });
});

describe('a change of an issue', () => {
  it('contains only the given fields', () => {
    expect(checkIssueChange({ status: 'closed', title: undefined })).toEqual({ status: 'closed' });
    expect(checkIssueChange({ assignee: '' })).toEqual({ assignee: '' });
  });

  it('cannot empty title or description', () => {
    expect(Object.keys(fieldsOf(() => checkIssueChange({ title: '', description: ' ' })) ?? {})).toEqual([
      'title',
      'description',
    ]);
  });
});

describe('a comment', () => {
  it('is required (ISSUE-39)', () => {
    expect(fieldsOf(() => checkComment(' \n '))).toEqual({ content: 'Comment is required' });
  });

  it('has at most 5000 characters (ISSUE-40, CONST-21)', () => {
    for (const character of ['c', '😀', '👩‍🚒']) {
      expect(checkComment(character.repeat(5_000))).toBe(character.repeat(5_000));
      expect(fieldsOf(() => checkComment(character.repeat(5_001)))).toEqual({ content: 'Comment is too long' });
    }
  });
});
