import { AppError } from '@symbio/kit';
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

  it('is an open bug of severity s2 without assignee unless said otherwise (ISSUE-31, ISSUE-32)', () => {
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

describe('a change of an issue', () => {
  it('holds what is given and nothing else', () => {
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
    expect(checkComment('c'.repeat(5_000))).toHaveLength(5_000);
    expect(fieldsOf(() => checkComment('c'.repeat(5_001)))).toEqual({ content: 'Comment is too long' });
  });
});
