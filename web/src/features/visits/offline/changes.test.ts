import { project } from '../../../testing/fixtures.js';
import type { VisitFields } from '../visit-form.js';
import type { SiteVisit } from '../visit-status.js';
import { conflictsBetween, isSameAnswer, mergedFields, withUnsent, type Change, type Unsent } from './changes.js';

const base: VisitFields = {
  visit_date: '2026-06-01',
  visit_time: null,
  access_granted: true,
  access_notes: '',
  findings: 'Drums',
  photos: [],
  weather_conditions: 'Dry',
  investigator_id: null,
};
const visit: SiteVisit = {
  ...base,
  id: 'v-1',
  project_id: project.id,
  photos: [],
  investigator: null,
  updated_at: 's-1',
};
const unsent = (change: Change, visitId = 'v-1'): Unsent => ({
  id: `${visitId} ${change.kind}`,
  owner: 'ada',
  projectId: project.id,
  visitId,
  at: 1,
  version: 1,
  change,
});

describe('changes of two people to a visit', () => {
  it('are merged field by field, unless both changed a field differently', () => {
    const mine = { ...base, findings: 'Two drums' };
    const theirs = { ...base, weather_conditions: 'Rain' };
    expect(conflictsBetween(base, mine, theirs)).toEqual([]);
    expect(mergedFields(base, mine, theirs)).toEqual({ ...base, findings: 'Two drums', weather_conditions: 'Rain' });
    expect(conflictsBetween(base, mine, { ...base, findings: 'No drums' })).toEqual(['findings']);
    expect(conflictsBetween(base, mine, mine)).toEqual([]);
  });

  it('compare answers with none', () => {
    expect(isSameAnswer(null, { item: 'odors', answer: null, note: ' ' })).toBe(true);
    expect(isSameAnswer(null, { item: 'odors', answer: 'no', note: '' })).toBe(false);
  });
});

it('visits are shown with what was not sent, newest first', () => {
  const created = unsent(
    { kind: 'creation', fields: { ...base, visit_date: '2026-07-01', investigator_id: 'u-1' } },
    'v-2',
  );
  const entries = [
    created,
    unsent({ kind: 'update', fields: { ...base, findings: 'Two drums' }, base }),
    unsent({ kind: 'answer', entry: { item: 'odors', answer: 'yes', note: '' }, base: null }),
  ];
  const shown = withUnsent([visit], entries, (id) => `name of ${id}`);
  expect(shown).toMatchObject([
    { id: 'v-2', investigator: { name: 'name of u-1' } },
    { id: 'v-1', findings: 'Two drums', checklist: [{ item: 'odors', answer: 'yes', note: '' }] },
  ]);
  // it has arrived, but the entry is not dropped yet
  expect(withUnsent([visit, { ...visit, id: 'v-2' }], [created], () => null)).toHaveLength(2);
});
