import { AppError } from '@symbio/kit';
import { checkAgent } from './authors.js';
import { checkProfile } from './users.js';

const fieldsOf = (run: () => unknown): Record<string, string> | undefined => {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error.fields;
    throw error;
  }
  return undefined;
};

describe('a profile (SET-01 to SET-03)', () => {
  it('is trimmed, and empty means absent', () => {
    expect(checkProfile({ name: ' Nora ', company: ' ', phone: '' })).toEqual({ name: 'Nora' });
  });

  it('takes a name of 200 characters and none of 201', () => {
    expect(checkProfile({ name: 'n'.repeat(200) }).name).toHaveLength(200);
    expect(fieldsOf(() => checkProfile({ name: 'n'.repeat(201) }))).toEqual({
      name: 'Name is too long (at most 200 characters)',
    });
  });

  it('needs a name', () => {
    expect(fieldsOf(() => checkProfile({ name: '\t' }))).toEqual({ name: 'Name is required' });
  });
});

describe('an agent (API-15)', () => {
  const agent = { agentName: 'Reader', agentVersion: '1', agentDate: '2026-01-15' };

  it('may have metadata', () => {
    expect(checkAgent(agent)).toEqual(agent);
    expect(checkAgent({ ...agent, metadata: { a: [1, { b: null }] } }).metadata).toEqual({ a: [1, { b: null }] });
  });

  it('needs name, version and date', () => {
    expect(fieldsOf(() => checkAgent({ agentName: '', agentVersion: ' ', agentDate: '' }))).toEqual({
      agent_name: 'Agent name is required',
      agent_version: 'Agent version is required',
      agent_date: 'Agent date is required',
    });
  });

  it('refuses metadata beyond ten thousand characters', () => {
    expect(fieldsOf(() => checkAgent({ ...agent, metadata: { long: 'x'.repeat(10_000) } }))).toEqual({
      metadata: 'Metadata is too long (at most 10000 characters)',
    });
  });
});
