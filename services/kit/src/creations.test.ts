import { clientId, creationHash, idTaken } from './creations.js';
import { newId } from './ids.js';

describe("a client's id", () => {
  it.each([newId(), newId().toUpperCase(), ''])('may be %j', (id) => {
    expect(clientId.parse(id)).toBe(id);
  });

  it('is a UUID', () => {
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
  it('is the same whatever the order of the names', () => {
    expect(creationHash({ title: 'a', type: 'bug' })).toBe(creationHash({ type: 'bug', title: 'a' }));
  });

  it.each([{ title: 'b', type: 'bug' }, { title: 'a' }, { title: 'a', type: 'bug', path: '' }])(
    'is another one for %j',
    (other) => {
      expect(creationHash(other)).not.toBe(creationHash({ title: 'a', type: 'bug' }));
    },
  );
});
