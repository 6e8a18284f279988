import { auditProblems } from './stores.js';

describe('the audit trail', () => {
  it('is complete when it has each creation once', () => {
    const counts = new Map([
      ['a', 1],
      ['b', 1],
      ['of somebody else', 1],
    ]);
    expect(auditProblems(['a', 'b'], counts)).toEqual([]);
  });

  it('is faulty with a missing or a duplicate creation', () => {
    expect(auditProblems(['a', 'b', 'c'], new Map([['b', 2]]))).toEqual([
      'the audit trail lacks 2 creations: a, c',
      'the audit trail has 1 creations twice: b',
    ]);
  });
});
