import { createHash } from 'node:crypto';
import { clientId, creationHash, idTaken } from './creations.js';
import { newId } from '@symbio/runtime';

describe("a client's id", () => {
  it.each([newId(), newId().toUpperCase(), ''])('may be %j', (id) => {
    expect(clientId.parse(id)).toBe(id);
  });

  it('must be a UUID', () => {
    expect(clientId.safeParse('mine').error?.issues).toMatchObject([{ message: 'id must be a UUID' }]);
  });

  it('that is taken is a conflict with a stable reason', () => {
    expect(idTaken('A thing')).toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'id_taken',
      message: 'A thing with this id exists already.',
    });
  });
});

describe('the hash of a creation', () => {
  it('does not depend on the order of names', () => {
    expect(creationHash({ title: 'a', type: 'bug' })).toBe(creationHash({ type: 'bug', title: 'a' }));
  });

  it.each([{ title: 'b', type: 'bug' }, { title: 'a' }, { title: 'a', type: 'bug', path: '' }])(
    'differs for %j',
    (other) => {
      expect(creationHash(other)).not.toBe(creationHash({ title: 'a', type: 'bug' }));
    },
  );

  it('does not depend on the order of names in nested values either', () => {
    const made = creationHash({ shape: { x: 1, points: [{ x: 1, y: 2 }] }, title: 'a' });
    expect(creationHash({ title: 'a', shape: { points: [{ y: 2, x: 1 }], x: 1 } })).toBe(made);
    expect(creationHash({ title: 'a', shape: { points: [{ y: 2, x: 2 }], x: 1 } })).not.toBe(made);
    expect(creationHash({ title: 'a', shape: undefined })).toBe(creationHash({ title: 'a' }));
  });

  it('is unchanged for rows stored before nested values were supported', () => {
    const before = createHash('sha256').update('{"content":"a","issueId":"b"}').digest('hex');
    expect(creationHash({ issueId: 'b', content: 'a' })).toBe(before);
  });
});
