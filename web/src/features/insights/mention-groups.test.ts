import type { MentionRecord } from '../../evidence/evidence-api.js';
import { groupsOf, stateOf } from './mention-groups.js';

const record = (id: string, mention: string, status: MentionRecord['status'], use: string | null = 'suspected') =>
  ({ id, mention_id: mention, status, use_type: use, source_annotation_id: `a-${id}` }) as MentionRecord;

describe('the records of a feature', () => {
  it('are grouped by mention, most recent first, with the latest source (FEAT-22)', () => {
    const records = [
      record('h5', 'm1', 'active', 'confirmed'),
      record('h4', 'm2', 'rejected'),
      record('h3', 'm1', 'superseded'),
      record('h2', 'm2', 'superseded'),
      record('h1', 'm3', 'superseded'),
    ];
    const groups = groupsOf(records);
    expect(groups.map(({ mentionId, records: of }) => [mentionId, of.map(({ id }) => id)])).toEqual([
      ['m1', ['h5', 'h3']],
      ['m2', ['h4', 'h2']],
      ['m3', ['h1']],
    ]);
    expect(groups.map(({ annotationId }) => annotationId)).toEqual(['a-h5', 'a-h4', 'a-h1']);
    expect(groups.map(stateOf)).toEqual(['confirmed', 'rejected', 'superseded']);
  });

  it('are active without confirmation', () => {
    expect(groupsOf([record('h1', 'm1', 'active')]).map(stateOf)).toEqual(['active']);
  });
});
