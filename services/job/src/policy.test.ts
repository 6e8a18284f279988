import { administrator, person } from '@symbio/runtime/testing';
import { serviceActor } from '@symbio/runtime';
import { PROJECT_ROLES, type ProjectRole } from '@symbio/proto/project/vocabulary';
import { can, policies, type JobAction } from './policy.js';

const plain = person();
const managesAgents = person({ permissions: ['canManageAgents'] });
const EXPECTED: Record<JobAction, { plain: ProjectRole[]; managesAgents: ProjectRole[] }> = {
  read: { plain: [...PROJECT_ROLES], managesAgents: [...PROJECT_ROLES] },
  create: { plain: ['editor', 'owner', 'admin'], managesAgents: ['editor', 'owner', 'admin'] },
  cancel: { plain: ['editor', 'owner', 'admin'], managesAgents: [...PROJECT_ROLES] },
  stop: { plain: ['editor', 'owner', 'admin'], managesAgents: [...PROJECT_ROLES] },
  retry: { plain: ['editor', 'owner', 'admin'], managesAgents: [...PROJECT_ROLES] },
};

describe('who may do what with jobs (OP-07, OP-32)', () => {
  it.each(Object.entries(EXPECTED))('%s', (action, expected) => {
    const allowed = (actor: typeof plain) => PROJECT_ROLES.filter((role) => can(actor, action as JobAction, role));
    expect({ plain: allowed(plain), managesAgents: allowed(managesAgents) }).toEqual(expected);
  });

  it('a job is hurried by the document service alone', () => {
    expect(policies.hurryJob.allows(administrator())).toBe(false);
    expect(policies.hurryJob.allows(serviceActor('document-worker'))).toBe(false);
    expect(policies.hurryJob.allows(serviceActor('document'))).toBe(true);
  });

  it.each(['startAttempt', 'reportProgress', 'completeAttempt', 'failAttempt'] as const)(
    '%s is for workers only',
    (method) => {
      expect(policies[method].allows(administrator())).toBe(false);
      expect(policies[method].allows(serviceActor('gateway'))).toBe(false);
      expect(policies[method].allows(serviceActor('document-worker'))).toBe(true);
    },
  );
});
