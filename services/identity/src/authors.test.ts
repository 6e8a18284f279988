import { newId, serviceActor } from '@symbio/runtime';
import { contextOf } from '@symbio/rpc/testing';
import { outcomeOf } from '@symbio/runtime/testing';
import type { ListAuthorsRequest } from '@symbio/proto/identity';
import { identityRules, type IdentityRules } from '../test/memory.js';

const agent = (overrides = {}) => ({
  agentName: 'Sheet reader',
  agentVersion: '1.0.0',
  agentDate: '2026-01-15',
  metadata: { model: 'reader', steps: [1, 2] },
  ...overrides,
});

let rules: IdentityRules;
let person: Awaited<ReturnType<IdentityRules['newcomer']>>;
beforeEach(async () => {
  rules = identityRules();
  person = await rules.newcomer({ name: 'Mary Mapmaker' });
});

describe('authors', () => {
  it('of agents have metadata, and are created once for a name and a version, also concurrently (API-15, DATA-13)', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => rules.authors.ensureAgent(agent(), person.context)));
    expect(made[0]).toMatchObject({ ...agent(), authorType: 'ai_agent' });
    expect(new Set(made.map(({ _id }) => _id)).size).toBe(1);
    const other = await rules.authors.ensureAgent(agent({ agentVersion: '1.0.1' }), person.context);
    expect(other._id).not.toBe(made[0]?._id);
    expect(rules.published().filter((name) => name === 'author.created')).toHaveLength(3);
  });

  it('keep their first values: another date or other metadata for the same name and version are refused', async () => {
    const first = await rules.authors.ensureAgent(agent(), person.context);
    const reordered = agent({ metadata: { steps: [1, 2], model: 'reader' } });
    expect(await rules.authors.ensureAgent(reordered, person.context)).toEqual(first);
    const refusal = {
      code: 'FAILED_PRECONDITION',
      reason: 'author_exists',
      message:
        'There is an author "Sheet reader 1.0.0" with another date or other metadata. Authors do not change: use another version.',
    };
    const others = [agent({ agentDate: '2026-02-01' }), agent({ metadata: {} }), agent({ metadata: undefined })];
    for (const other of others)
      await expect(rules.authors.ensureAgent(other, person.context)).rejects.toMatchObject(refusal);
    // an internal service with a changed date keeps its existing author
    const process = contextOf(serviceActor('feature-worker'));
    expect(await rules.authors.ensureAgent(agent({ agentDate: '2026-02-01' }), process)).toEqual(first);
  });

  it('are refused with missing fields or an invalid date, naming all of them (API-15)', async () => {
    await expect(
      rules.authors.ensureAgent({ agentName: '', agentVersion: '', agentDate: '2026-02-30' }, person.context),
    ).rejects.toMatchObject({
      fields: {
        agent_name: 'Agent name is required',
        agent_version: 'Agent version is required',
        agent_date: 'Agent date must be a date in the form YYYY-MM-DD',
      },
    });
  });

  it('are listed by type, with names of users; an unknown type is refused (API-04)', async () => {
    await rules.authors.ensureAgent(agent(), person.context);
    const typesOf = async (type: string) =>
      (await rules.authors.list({ authorType: type }, person.context)).rows.map(({ row }) => row.authorType);
    expect(await typesOf('human')).toEqual(['human']);
    expect(await typesOf('')).toEqual(['human', 'ai_agent']);
    expect(
      (await rules.authors.list({ authorType: '' }, person.context)).rows.map(({ personName }) => personName),
    ).toEqual(['Mary Mapmaker', '']);
    expect(await outcomeOf(rules.authors.list({ authorType: 'robot' }, person.context))).toBe('INVALID_ARGUMENT');
  });

  it('are listed by page, by cursor, and by time of change', async () => {
    for (const agentVersion of ['1', '2', '3']) {
      rules.clock.advance(1_000);
      await rules.authors.ensureAgent(agent({ agentVersion }), person.context);
    }
    const list = async (asked: Omit<ListAuthorsRequest, 'authorType'>) => {
      const { rows, pageInfo } = await rules.authors.list({ authorType: 'ai_agent', ...asked }, person.context);
      return { versions: rows.map(({ row }) => row.agentVersion), pageInfo, last: rows.at(-1)?.row };
    };
    expect(await list({ paging: { page: 2, perPage: 2 } })).toMatchObject({
      versions: ['3'],
      pageInfo: { page: 2, perPage: 2, totalPages: 2, count: 3 },
    });
    const first = await list({ paging: { page: 0, perPage: 2 } });
    const cursor = first.pageInfo?.nextCursor ?? '';
    const rest = await list({ paging: { page: 0, perPage: 2, cursor } });
    expect([first.versions, rest.versions, rest.pageInfo?.nextCursor]).toEqual([['1', '2'], ['3'], undefined]);
    expect((await list({ updatedAfter: first.last?.updatedAt })).versions).toEqual(['3']);
  });

  it('visible to a key limited to projects are itself and the agents that keys of these projects created', async () => {
    const [here, elsewhere] = [newId(), newId()];
    const boundTo = (...scopes: string[]) =>
      contextOf({ ...person.context.actor, via: 'api_key', scopes, authorId: person.user.authorId });
    const made = await rules.authors.ensureAgent(agent({ agentVersion: 'here' }), boundTo(here));
    await rules.authors.ensureAgent(agent({ agentVersion: 'elsewhere' }), boundTo(elsewhere));
    await rules.authors.ensureAgent(agent(), person.context);
    const idsFor = async (...scopes: string[]) =>
      (await rules.authors.list({ authorType: '' }, boundTo(...scopes))).rows.map(({ row }) => row._id);
    expect(await idsFor(here)).toEqual([person.user.authorId, made._id]);
    expect(await idsFor(newId())).toEqual([person.user.authorId]);
    // a key without projects finds everything its user finds
    expect(await idsFor()).toHaveLength(4);
  });

  it('are named with their version in look-ups by id (DATA-13)', async () => {
    const { _id } = await rules.authors.ensureAgent(agent(), person.context);
    expect(await rules.users.names([person.id, _id, newId()], person.context)).toEqual({
      [person.id]: 'Mary Mapmaker',
      [_id]: 'Sheet reader 1.0.0',
    });
  });
});
