import { differences } from './snapshot.js';

describe('the difference between snapshots', () => {
  const before = new Map([
    ['symbio_issue.issues 1', 'a'],
    ['symbio_issue.issues 2', 'b'],
    ['symbio_issue.comments 1', 'c'],
  ]);

  it('is empty when every row is unchanged', () => {
    expect(differences(before, new Map(before))).toEqual([]);
  });

  it('lists missing, changed and new rows by collection', () => {
    const after = new Map([
      ['symbio_issue.issues 2', 'other'],
      ['symbio_issue.comments 1', 'c'],
      ['symbio_issue.comments 9', 'd'],
    ]);
    expect(differences(before, after)).toEqual([
      '1 rows of symbio_issue.issues: gone (1)',
      '1 rows of symbio_issue.issues: changed (2)',
      '1 rows of symbio_issue.comments: new (9)',
    ]);
  });
});
