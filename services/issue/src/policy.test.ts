import { serviceActor } from '@symbio/runtime';
import { administrator, person } from '@symbio/runtime/testing';
import { IssueServiceService } from '@symbio/proto/issue';
import { mayEditComment, policies } from './policy.js';

const METHODS = Object.keys(IssueServiceService) as (keyof typeof IssueServiceService)[];

it('has a rule for every method, and no others', () => {
  expect(Object.keys(policies).sort()).toEqual([...METHODS].sort());
});

describe.each([
  ['a customer', person()],
  ['staff', person({ role: 'symbio' })],
  ['an administrator', administrator()],
  ['an API key', administrator({ via: 'api_key', scopes: ['a project'] })],
  ['a process of ours', serviceActor('gateway')],
])('%s', (_who, actor) => {
  it.each(METHODS.filter((method) => method !== 'unfollowByToken'))('may call %s (AUTH-39)', (method) => {
    expect(policies[method].allows(actor)).toBe(true);
  });

  it('may pass on a mail token through the gateway only', () => {
    expect(policies.unfollowByToken.allows(actor)).toBe(actor.sub === 'service:gateway');
  });

  it('may edit only their own comments (AUTH-40)', () => {
    expect(mayEditComment(actor, { commenterId: 'somebody else' })).toBe(false);
    expect(mayEditComment(actor, { commenterId: actor.sub })).toBe(true);
  });
});
