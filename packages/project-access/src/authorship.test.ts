import { jest } from '@jest/globals';
import { createLogger, serviceActor, type Actor, type AppError } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { administrator, person } from '@symbio/runtime/testing';
import type { GetAuthorsRequest } from '@symbio/proto/identity';
import { authorship } from './authorship.js';

const context = (actor: Actor): CallContext => ({
  actor,
  token: 'token',
  requestId: 'request',
  signal: new AbortController().signal,
  deadline: new Date(Date.now() + 10_000),
  log: createLogger({ name: 'test', level: 'silent' }),
});

const AUTHORS = [
  { id: 'agent', authorType: 'ai_agent', displayName: 'Sanborn Reader 1.2', madeBy: '' },
  { id: 'other', authorType: 'ai_agent', displayName: 'Tank Finder 3', madeBy: '' },
  { id: 'next', authorType: 'ai_agent', displayName: 'Sanborn Reader 1.3', madeBy: 'agent' },
  { id: 'of anns key', authorType: 'ai_agent', displayName: 'Script 1', madeBy: 'key' },
  { id: 'bob', authorType: 'human', displayName: 'Bob', madeBy: '' },
  { id: 'ann', authorType: 'human', displayName: 'Ann', madeBy: '' },
];
const getAuthors = jest.fn((request: Partial<GetAuthorsRequest>) =>
  Promise.resolve({ authors: AUTHORS.filter(({ id }) => request.ids?.includes(id)) }),
);
const authors = authorship({ getAuthors });
const outcome = (actor: Actor, requested?: string): Promise<string> =>
  authors.resolve(context(actor), requested).then(
    ({ id, type, name }) => `${id}, ${type}, ${name}`,
    (error: AppError) => (error.fields ? JSON.stringify(error.fields) : error.code),
  );

const ann = person({ authorId: 'ann', name: 'Ann' });
const agentKey = person({ authorId: 'agent', via: 'api_key', agentId: 'agent', keyId: 'agents key' });
const annsKey = person({ authorId: 'ann', via: 'api_key', keyId: 'key', permissions: ['canManageAgents'] });

describe('The author of a piece of work', () => {
  it.each([
    ['a person', ann, undefined, 'ann, human, Ann'],
    ['a person who names herself', ann, 'ann', 'ann, human, Ann'],
    ["an agent's API key", agentKey, undefined, 'agent, ai_agent, Sanborn Reader 1.2'],
    ["a person's API key", annsKey, undefined, 'ann, human, Ann'],
    ["an agent's API key that names an agent it made", agentKey, 'next', 'next, ai_agent, Sanborn Reader 1.3'],
    ["a person's API key that names an agent it made", annsKey, 'of anns key', 'of anns key, ai_agent, Script 1'],
    [
      'a person who manages agents and names one',
      person({ permissions: ['canManageAgents'] }),
      'agent',
      'agent, ai_agent, Sanborn Reader 1.2',
    ],
    ['a process of ours that names an agent', serviceActor('job'), 'agent', 'agent, ai_agent, Sanborn Reader 1.2'],
    ['a process of ours that names a person', serviceActor('job'), 'bob', 'bob, human, Bob'],
  ])('is of %s (DATA-13)', async (_, actor, requested, expected) => {
    expect(await outcome(actor, requested)).toBe(expected);
  });

  it.each([
    ['a person who names an agent', ann, 'agent', 'PERMISSION_DENIED'],
    ['a person who names another', ann, 'bob', 'PERMISSION_DENIED'],
    ['an administrator who names a person', administrator(), 'bob', 'PERMISSION_DENIED'],
    ["an agent's API key that names another agent", agentKey, 'other', 'PERMISSION_DENIED'],
    ["an agent's API key that names one that another key made", agentKey, 'of anns key', 'PERMISSION_DENIED'],
    ['an API key of somebody who manages agents that names an agent', annsKey, 'agent', 'PERMISSION_DENIED'],
    ['an API key that names a person', agentKey, 'bob', 'PERMISSION_DENIED'],
    ['an author nobody knows', annsKey, 'nobody', '{"author_id":"Author not found"}'],
    ['a process of ours that names nobody', serviceActor('job'), undefined, '{"author_id":"author_id is required"}'],
  ])('is refused to %s', async (_, actor, requested, expected) => {
    expect(await outcome(actor, requested)).toBe(expected);
  });

  it("needs no request for a person's own work", async () => {
    getAuthors.mockClear();
    await outcome(ann);
    expect(getAuthors).not.toHaveBeenCalled();
  });

  it('must exist, or is refused with its field name', async () => {
    await expect(authors.known(context(ann), 'bob')).resolves.toBeUndefined();
    await expect(authors.known(context(ann), 'nobody')).rejects.toMatchObject({
      code: 'NOT_FOUND',
      fields: { author_id: 'Author not found' },
    });
  });

  it('error names its field', async () => {
    await expect(authors.resolve(context(ann), 'nobody', 'current_author_id')).rejects.toMatchObject({
      fields: { current_author_id: 'Author not found' },
    });
  });
});

describe('What an API key may change', () => {
  const reason = (actor: Actor, ...authorIds: string[]): Promise<string> =>
    authors.requireOwn(context(actor), 'annotation', authorIds).then(
      () => 'allowed',
      (error: AppError) => `${error.code} ${error.reason}`,
    );

  it.each([
    ["an agent's key, what its agent made", agentKey, ['agent', 'next'], 'allowed'],
    ["an agent's key, what a person made", agentKey, ['agent', 'bob'], 'PERMISSION_DENIED agents_propose'],
    ["an agent's key, what an erased person made", agentKey, ['gone'], 'PERMISSION_DENIED agents_propose'],
    ["an agent's key, what its own user made", agentKey, ['ann'], 'PERMISSION_DENIED agents_propose'],
    ["an agent's key, what another agent made", agentKey, ['other'], 'PERMISSION_DENIED another_agent'],
    ["a person's key, what people made", annsKey, ['ann', 'bob'], 'allowed'],
    ["a person's key, what an agent made", annsKey, ['agent'], 'PERMISSION_DENIED another_agent'],
    ["a person's key, what an agent of the key made", annsKey, ['of anns key'], 'allowed'],
    ['a person, anything: their rules are elsewhere', ann, ['agent', 'bob'], 'allowed'],
    ['a process of ours, anything', serviceActor('job'), ['agent', 'bob'], 'allowed'],
  ])('%s', async (_, actor, authorIds, expected) => {
    expect(await reason(actor, ...authorIds)).toBe(expected);
  });

  it('is refused in a sentence that says what to do instead', async () => {
    await expect(authors.requireOwn(context(agentKey), 'annotation', ['bob'])).rejects.toThrow(
      'This annotation was made by a person. An agent cannot change it. Propose a new one instead.',
    );
  });
});
