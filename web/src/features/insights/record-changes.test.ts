import type { MentionRecord } from '../../evidence/evidence-api.js';
import { authorName } from '../../evidence/authors.js';
import { endOf, reasonOf } from './record-changes.js';

const agent = { id: 'x', author_type: 'ai_agent', display_name: 'Symbio Spotter 1.0.0' } as const;
const ada = { id: 'me', author_type: 'human', display_name: 'Ada Marsh' } as const;
const record = (id: string, changes: Partial<MentionRecord> = {}): MentionRecord => ({
  id,
  mention_id: 'm1',
  feature_of_interest_id: 'f1',
  source_annotation_id: 'a1',
  author_id: 'me',
  author: ada,
  narrative: 'Two pumps.',
  confidence: 6,
  use_type: 'suspected',
  status: 'superseded',
  created_at: '2026-01-03T12:00:00.000Z',
  ...changes,
});

describe('the explanation of a record (FEAT-25, OP-29)', () => {
  const first = record('h1');

  it('shows who started a mention: a person or an agent', () => {
    expect(reasonOf(first, [first])).toBe('First record');
    const proposed = record('h1', { author: agent });
    expect(reasonOf(proposed, [proposed])).toBe('Proposed by an agent');
  });

  it('names the changes from the previous record of the same mention', () => {
    const other = record('x', { mention_id: 'm2', confidence: 1 });
    const next = record('h2', { confidence: 8, use_type: 'historical', narrative: 'Three pumps.', status: 'active' });
    expect(reasonOf(next, [next, other, first])).toBe(
      'Changed: confidence 6/10 to 8/10; use type suspected to historical; narrative',
    );
    const again = record('h2');
    expect(reasonOf(again, [again, first])).toBe('Repeated without changes');
  });

  it("shows that a person confirmed an agent's proposal, or accepted it with changes", () => {
    const proposed = record('h1', { author: agent });
    const taken = record('h2', { confidence: 10, status: 'active' });
    expect(reasonOf(taken, [taken, proposed])).toBe('Accepted an agent’s proposal; confidence 6/10 to 10/10');
    const confirmed = { ...taken, use_type: 'confirmed' };
    expect(reasonOf(confirmed, [confirmed, proposed])).toBe(
      'Confirmed an agent’s proposal; confidence 6/10 to 10/10; use type suspected to confirmed',
    );
  });

  it('shows that a mention was moved from another feature, whose records are not displayed', () => {
    const moved = record('h5', { status: 'active' });
    expect(reasonOf(moved, [moved], '2026-01-01T12:00:00.000Z')).toBe('Moved here from elsewhere');
    expect(reasonOf(moved, [moved], moved.created_at)).toBe('First record');
    const linked = record('h6', { feature_of_interest_id: 'f2', status: 'active' });
    expect(reasonOf(linked, [linked, first])).toBe('Changed: another feature');
    const loose = record('h6', { feature_of_interest_id: null, status: 'active' });
    expect(reasonOf(loose, [loose, first])).toBe('Changed: unlinked from its feature');
  });

  it('shows that a record was rejected, and that a rejection was undone', () => {
    const rejected = record('h2', { status: 'rejected' });
    expect(reasonOf(rejected, [rejected, first])).toBe('Rejected as wrong');
    const why = record('h2', { status: 'rejected', narrative: 'It is a cistern.' });
    expect(reasonOf(why, [why, first])).toBe('Rejected for this reason');
    const again = record('h3', { status: 'active' });
    expect(reasonOf(again, [again, rejected, first])).toBe('Reopened');
  });

  it('shows what ended a record', () => {
    const rejected = record('h2', { status: 'rejected' });
    const next = record('h2', { author: agent });
    expect(endOf(first, [rejected, first])).toBe('Rejected by Ada Marsh');
    expect(endOf(first, [next, first])).toBe('Replaced by Symbio Spotter 1.0.0');
    expect(endOf(first, [first])).toBe('Superseded');
    expect(endOf(record('h9', { status: 'active' }), [first])).toBeNull();
  });

  it('names authors by their name, or by agent and version', () => {
    expect(authorName({ id: 'x', author_type: 'ai_agent', agent_name: 'Spotter', agent_version: '2' })).toBe(
      'Spotter 2',
    );
    expect(authorName({ id: 'x', author_type: 'ai_agent' })).toBe('AI agent');
    expect(authorName(null)).toBe('Unknown');
  });
});
