import { Caller } from '@symbio/proto/identity';
import { createAudience } from './audience.js';

const accessOf = (issueAccess: 'everyone' | 'staff', role: string, reporterId: string) =>
  createAudience({
    identity: { getCaller: () => Promise.resolve({ caller: Caller.fromPartial({ userId: 'u', role }) }) },
    projects: { checkAccessOf: () => Promise.resolve({ roles: {} }) },
    issueAccess,
    asSelf: () => Promise.resolve({ token: 'own', requestId: 'r' }),
  }).accessOf({ ownerId: 'u', apiKeyId: 'k', projectIds: [] }, { projectId: '', reporterId });

describe('events of issues (D-68)', () => {
  it.each([
    ['everyone', 'customer', 'another', 'permitted'],
    ['staff', 'customer', 'another', 'denied'],
    ['staff', 'customer', 'u', 'permitted'],
    ['staff', 'symbio', 'another', 'permitted'],
  ] as const)('where %s sees all issues, a %s with one of %s: %s', async (issueAccess, role, reporter, access) => {
    expect(await accessOf(issueAccess, role, reporter)).toBe(access);
  });
});
