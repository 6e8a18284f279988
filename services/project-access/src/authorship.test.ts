import { jest } from '@jest/globals';
import { createLogger, serviceActor, type Actor, type AppError, type CallContext } from '@symbio/kit';
import { administrator, person } from '@symbio/kit/testing';
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
  { id: 'agent', authorType: 'ai_agent', displayName: 'Sanborn Reader 1.2' },
  { id: 'bob', authorType: 'human', displayName: 'Bob' },
  { id: 'ann', authorType: 'human', displayName: 'Ann' },
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
const agentKey = person({ authorId: 'agent', via: 'api_key' });
const annsKey = person({ authorId: 'ann', via: 'api_key' });

describe('The author of a piece of work', () => {
  it.each([
    ['a person', ann, undefined, 'ann, human, Ann'],
    ['a person who names herself', ann, 'ann', 'ann, human, Ann'],
    ["an agent's API key", agentKey, undefined, 'agent, ai_agent, Sanborn Reader 1.2'],
    ["a person's API key", annsKey, undefined, 'ann, human, Ann'],
    ['an API key that names an agent', annsKey, 'agent', 'agent, ai_agent, Sanborn Reader 1.2'],
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
