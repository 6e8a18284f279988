import { serviceActor } from '@symbio/runtime';
import { administrator, person } from '@symbio/runtime/testing';
import { IssueServiceService } from '@symbio/proto/issue';
import { mayEditComment, policies, sightOf } from './policy.js';

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

describe('issues that a caller sees (D-68)', () => {
  const customer = person({ role: 'customer' });
  const theirs = { reporterId: customer.sub };
  const others = { reporterId: 'another person' };

  it('are all issues by default (AUTH-39)', () => {
    expect(sightOf('everyone').maySee(customer, others)).toBe(true);
  });

  it('are their own for a customer where the installation says so', () => {
    const sight = sightOf('staff');
    expect([sight.maySee(customer, theirs), sight.maySee(customer, others)]).toEqual([true, false]);
    expect(sight.seenBy(customer)).toEqual({ organizationId: null, reporterId: customer.sub });
    expect(sight.maySee(person({ role: 'customer', via: 'api_key' }), others)).toBe(false);
    for (const actor of [person({ role: 'symbio' }), administrator(), serviceActor('gateway')])
      expect(sight.maySee(actor, others)).toBe(true);
  });

  it.each(['everyone', 'staff'] as const)('are those of its user for a key bound to projects (%s)', (setting) => {
    const key = administrator({ via: 'api_key', scopes: ['a project'] });
    expect(sightOf(setting).maySee(key, others)).toBe(false);
    expect(sightOf(setting).maySee(key, { reporterId: key.sub })).toBe(true);
  });
});

it('shows issues of the own organization only, and all to staff of the operator (decision 0158)', () => {
  const sight = sightOf('everyone');
  const ofNorth = { reporterId: 'another person', organizationId: 'north' };
  const ofOperator = { reporterId: 'another person' };
  const sees = (actor: Parameters<typeof sight.maySee>[0]) => [
    sight.maySee(actor, ofNorth),
    sight.maySee(actor, ofOperator),
  ];
  expect(sees(administrator({ organizationId: 'north' }))).toEqual([true, false]);
  expect(sees(administrator({ organizationId: 'south' }))).toEqual([false, false]);
  expect(sees(person())).toEqual([false, true]);
  expect(sees(person({ role: 'symbio' }))).toEqual([true, true]);
  expect(sight.seenBy(administrator({ organizationId: 'north' }))).toEqual({ organizationId: 'north' });
  expect(sight.seenBy(administrator())).toEqual({});
});
