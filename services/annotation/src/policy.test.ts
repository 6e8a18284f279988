import { serviceActor } from '@symbio/runtime';
import { administrator, person } from '@symbio/runtime/testing';
import { can, roleFor, type Action } from './policy.js';

const AGENT = 'author-of-the-agent';
const byAgent = { authorId: AGENT, authorType: 'ai_agent' } as const;
const byPerson = { authorId: 'author-of-somebody', authorType: 'human' } as const;

describe('Who may do what to an annotation', () => {
  it('lets viewers read and editors also change (OP-07)', () => {
    const actions: Action[] = ['view', 'create', 'change', 'delete'];
    expect(actions.map(roleFor)).toEqual(['viewer', 'editor', 'editor', 'editor']);
  });

  it.each([
    ['an editor', person(), false],
    ['an editor who manages agents', person({ permissions: ['canManageAgents'] }), true],
    ['an administrator', administrator(), true],
    ['its own author', person({ authorId: AGENT }), true],
    ['an API key', person({ via: 'api_key' }), true],
    ['a process of ours', serviceActor('feature'), true],
  ])("says of an AI agent's annotation whether %s may move or delete it (OP-24)", (_, actor, expected) => {
    expect(can(actor, 'change', byAgent)).toBe(expected);
    expect(can(actor, 'delete', byAgent)).toBe(expected);
    expect(can(actor, 'view', byAgent)).toBe(true);
  });

  it('lets every editor correct what people marked', () => {
    expect(can(person(), 'change', byPerson)).toBe(true);
    expect(can(person(), 'delete', byPerson)).toBe(true);
  });
});
