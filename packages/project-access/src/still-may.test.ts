import { jest } from '@jest/globals';
import { serviceActor } from '@symbio/runtime';
import { outcomeOf, person } from '@symbio/runtime/testing';
import { stillMay } from './still-may.js';

const ann = person({ sub: 'ann', scopes: ['p1'] });

function setUp(roles: Record<string, string>) {
  const checkAccessOf = jest.fn(() => Promise.resolve({ roles }));
  const may = stillMay({ checkAccessOf }, () => Promise.resolve({ token: 'own', requestId: 'r' }));
  return { may, checkAccessOf };
}

describe("rechecking a person's permission", () => {
  it.each([
    [{ p1: 'editor' }, 'OK'],
    [{ p1: 'owner' }, 'OK'],
    [{ p1: 'viewer' }, 'PERMISSION_DENIED'],
    [{ p1: 'emperor' }, 'NOT_FOUND'],
    [{ p2: 'owner' }, 'NOT_FOUND'],
    [{}, 'NOT_FOUND'],
  ])('with the roles %j: %s', async (roles, outcome) => {
    const { may } = setUp(roles);
    expect(await outcomeOf(may(ann, 'p1', 'editor').then(() => ({})))).toBe(outcome);
  });

  it('is requested each time, for the person, in the name of the process', async () => {
    const { may, checkAccessOf } = setUp({ p1: 'editor' });
    await may(ann, 'p1', 'editor');
    await may(ann, 'p1', 'editor');
    expect(checkAccessOf.mock.calls).toEqual(
      Array.from({ length: 2 }, () => [
        { userId: 'ann', role: ann.role, organizationId: '', limits: ['p1'], projectIds: ['p1'] },
        { token: 'own', requestId: 'r' },
      ]),
    );
  });

  it('is not requested for service processes', async () => {
    const { may, checkAccessOf } = setUp({});
    await may(serviceActor('job'), 'p1', 'admin');
    expect(checkAccessOf).not.toHaveBeenCalled();
  });
});
