import type { MentionRecord } from '../../evidence/evidence-api.js';
import { groupsOf } from './mention-groups.js';

const record = (id: string, mention: string) =>
  ({ id, mention_id: mention, source_annotation_id: `a-${id}` }) as MentionRecord;

describe('the records of a feature', () => {
  it('are grouped by mention, most recent first, with the latest source (FEAT-22)', () => {
    const records = [
      record('h5', 'm1'),
      record('h4', 'm2'),
      record('h3', 'm1'),
      record('h2', 'm2'),
      record('h1', 'm3'),
    ];
    const groups = groupsOf(records);
    expect(groups.map(({ mentionId, records: of }) => [mentionId, of.map(({ id }) => id)])).toEqual([
      ['m1', ['h5', 'h3']],
      ['m2', ['h4', 'h2']],
      ['m3', ['h1']],
    ]);
    expect(groups.map(({ annotationId }) => annotationId)).toEqual(['a-h5', 'a-h4', 'a-h1']);
  });
});
