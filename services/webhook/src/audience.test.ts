import { Caller } from '@symbio/proto/identity';
import { createAudience } from './audience.js';

const accessOf = (
  issueAccess: 'everyone' | 'staff',
  { role, organizationId = '' }: { role: string; organizationId?: string },
  issue: { reporterId: string; organizationId?: string },
) =>
  createAudience({
    identity: {
      getCaller: () => Promise.resolve({ caller: Caller.fromPartial({ userId: 'u', role, organizationId }) }),
    },
    projects: { checkAccessOf: () => Promise.resolve({ roles: {} }) },
    issueAccess,
    asSelf: () => Promise.resolve({ token: 'own', requestId: 'r' }),
  }).accessOf({ ownerId: 'u', apiKeyId: 'k', projectIds: [] }, { projectId: '', ...issue });

describe('events of issues (D-68)', () => {
  it.each([
    ['everyone', 'customer', 'another', 'permitted'],
    ['staff', 'customer', 'another', 'denied'],
    ['staff', 'customer', 'u', 'permitted'],
    ['staff', 'symbio', 'another', 'permitted'],
  ] as const)('where %s sees all issues, a %s with one of %s: %s', async (issueAccess, role, reporter, access) => {
    expect(await accessOf(issueAccess, { role }, { reporterId: reporter })).toBe(access);
  });

  it('are those of the own organization, and for staff of the operator all (decision 0158)', async () => {
    const issue = { reporterId: 'another', organizationId: 'north' };
    for (const [caller, access] of [
      [{ role: 'administrator', organizationId: 'south' }, 'denied'],
      [{ role: 'customer' }, 'denied'],
      [{ role: 'customer', organizationId: 'north' }, 'permitted'],
      [{ role: 'symbio' }, 'permitted'],
    ] as const)
      expect(await accessOf('everyone', caller, issue)).toBe(access);
  });
});
