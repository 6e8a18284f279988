import { serviceActor } from '@symbio/runtime';
import { administrator, person } from '@symbio/runtime/testing';
import { isVisitor, may, policies, roleIn, type Action } from './policy.js';

const creator = person();
const project = { _id: 'p1', createdBy: creator.sub };

describe('the role of a person in a project', () => {
  it.each([
    ['a member has the listed role (AUTH-34)', person(), 'editor', 'editor'],
    ['the creator is owner (AUTH-35)', creator, undefined, 'owner'],
    ['the creator stays owner, whatever is listed', creator, 'viewer', 'owner'],
    ['an administrator is admin (AUTH-36)', administrator(), undefined, 'admin'],
    ['a stranger has none (AUTH-37)', person(), undefined, undefined],
    ['staff are strangers too', person({ role: 'symbio' }), undefined, undefined],
    ['a process of ours is admin', serviceActor('document'), undefined, 'admin'],
    [
      'a key limited to the project has its user’s role',
      administrator({ via: 'api_key', scopes: ['p1'] }),
      undefined,
      'admin',
    ],
    [
      'a key limited to another project has none',
      administrator({ via: 'api_key', scopes: ['p2'] }),
      undefined,
      undefined,
    ],
  ] as const)('%s', (_name, actor, memberRole, role) => {
    expect(roleIn(actor, project, memberRole)).toBe(role);
  });
});

it('a sample is read by every account, and changed by the same people as before', () => {
  const sample = { ...project, isSample: true };
  expect(roleIn(person(), sample, undefined)).toBe('viewer');
  expect(roleIn(person({ via: 'api_key', scopes: ['p2'] }), sample, undefined)).toBeUndefined();
  expect(roleIn(person(), sample, 'editor')).toBe('editor');
  expect(roleIn(creator, sample, undefined)).toBe('owner');
  expect([person(), creator, administrator()].map((actor) => isVisitor(actor, sample, undefined))).toEqual([
    ...[true, false, false],
  ]);
  expect(isVisitor(person(), project, undefined)).toBe(false);
  const callers = [administrator(), creator, administrator({ via: 'api_key' })];
  expect(callers.map((actor) => policies.setSample.allows(actor))).toEqual([...[true, false, false]]);
});

describe('what a role may do (OP-07, OP-09)', () => {
  const TABLE: [Action, boolean, boolean, boolean, boolean][] = [
    ['read the project', true, true, true, true],
    ['read site visits', true, true, true, true],
    ['read members', true, true, true, true],
    ['change the project', false, true, true, true],
    ['change site visits', false, true, true, true],
    ['change members', false, false, true, true],
    ['delete the project', false, false, true, true],
  ];
  it.each(TABLE)('%s: viewer %s, editor %s, owner %s, admin %s', (action, ...allowed) => {
    expect((['viewer', 'editor', 'owner', 'admin'] as const).map((role) => may(role, action))).toEqual(allowed);
  });
});

describe('creating projects (AUTH-28)', () => {
  it('needs canCreateProject', () => {
    expect(policies.createProject.allows(person())).toBe(false);
    expect(policies.createProject.allows(person({ permissions: ['canCreateProject'] }))).toBe(true);
  });

  it('is refused for a key limited to projects', () => {
    expect(policies.createProject.allows(administrator({ via: 'api_key', scopes: ['p1'] }))).toBe(false);
    expect(policies.createProject.allows(administrator({ via: 'api_key' }))).toBe(true);
  });
});
