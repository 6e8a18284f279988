import { outcomeOf } from '@symbio/kit/testing';
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
  it('of agents have their metadata, and are made once for a name and a version, also at once (API-15, DATA-13)', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => rules.authors.ensureAgent(agent(), person.context)));
    expect(made[0]).toMatchObject({ ...agent(), authorType: 'ai_agent' });
    expect(new Set(made.map(({ _id }) => _id)).size).toBe(1);
    const other = await rules.authors.ensureAgent(agent({ agentVersion: '1.0.1' }), person.context);
    expect(other._id).not.toBe(made[0]?._id);
    expect(rules.published().filter((name) => name === 'author.created')).toHaveLength(3);
  });

  it('keep what they were made with: another date of the same name and version changes nothing', async () => {
    const first = await rules.authors.ensureAgent(agent(), person.context);
    expect(await rules.authors.ensureAgent(agent({ agentDate: '2026-02-01', metadata: {} }), person.context)).toEqual(
      first,
    );
  });

  it('refuse what is missing or no date, all at once (API-15)', async () => {
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

  it('are listed by type, with the names of people; a type there is not is refused (API-04)', async () => {
    await rules.authors.ensureAgent(agent(), person.context);
    const typesOf = async (type: string) => (await rules.authors.list(type)).map(({ row }) => row.authorType);
    expect(await typesOf('human')).toEqual(['human']);
    expect(await typesOf('')).toEqual(['human', 'ai_agent']);
    expect((await rules.authors.list('')).map(({ personName }) => personName)).toEqual(['Mary Mapmaker', '']);
    expect(await outcomeOf(rules.authors.list('robot'))).toBe('INVALID_ARGUMENT');
  });
});
