import { contextOf } from '@symbio/rpc/testing';
import { newId } from '@symbio/runtime';
import { outcomeOf } from '@symbio/runtime/testing';
import type { ChecklistEntry } from '@symbio/proto/project';
import { projectRules, type ProjectRules } from '../test/memory.js';

let rules: ProjectRules;
let id: string;
beforeEach(async () => {
  rules = projectRules();
  const fields = {
    title: 'Riverside Mill',
    dueDate: '2026-03-31',
    propertyAddress: '12 Mill Street',
    propertyCity: 'Lowell',
    propertyState: 'MA',
    propertyZip: '01852',
    clientCompany: 'Mill Holdings',
  };
  const projectId = (await rules.projects.create({ id: '', fields }, rules.staff)).project._id;
  await rules.members.set({ projectId, userId: rules.editor.actor.sub, role: 'editor' }, rules.staff);
  await rules.members.set({ projectId, userId: rules.viewer.actor.sub, role: 'viewer' }, rules.staff);
  const visit = { visitDate: '2026-02-01', accessGranted: true, accessNotes: '', findings: '', photos: [] };
  id = (await rules.visits.create({ id: '', projectId, fields: { ...visit, weatherConditions: '' } }, rules.staff))._id;
});

const entry = (item: string, answer = 'no', note = ''): ChecklistEntry => ({ item, answer, note });
const answer = (...entries: ChecklistEntry[]) => rules.visits.answer(id, entries, rules.editor);

describe('the checklist of a visit (VISIT-02)', () => {
  it('keeps entries of others, in the order of the items', async () => {
    await answer(entry('wells', 'yes', ' Capped, behind the shed. '));
    const row = await rules.visits.answer(id, [entry('storage_tanks')], rules.staff);
    expect(row.checklist).toEqual([entry('storage_tanks'), entry('wells', 'yes', 'Capped, behind the shed.')]);
    const changed = await answer(entry('wells', 'not_seen'));
    expect(changed.checklist).toEqual([entry('storage_tanks'), entry('wells', 'not_seen')]);
  });

  it('is not changed by the other fields of the visit', async () => {
    await answer(entry('wells'));
    const fields = { visitDate: '2026-02-01', accessGranted: true, accessNotes: '', findings: 'A pit.', photos: [] };
    const row = await rules.visits.update({ id, fields: { ...fields, weatherConditions: '' } }, rules.editor);
    expect(row).toMatchObject({ findings: 'A pit.', checklist: [entry('wells')] });
  });

  it('loses an entry without answer and note; equal entries are not published', async () => {
    await answer(entry('wells'), entry('odors', '', 'Solvent, at the loading dock'));
    await answer(entry('wells'));
    expect((await answer(entry('wells', ''))).checklist).toEqual([entry('odors', '', 'Solvent, at the loading dock')]);
    expect((await answer(entry('odors', ''))).checklist).toBeUndefined();
    expect(rules.visitRows.published.map(({ name }) => name)).toEqual([
      'visit.created',
      'visit.changed',
      'visit.changed',
      'visit.changed',
    ]);
  });

  it.each([
    ['nothing', [], 'At least one entry is required'],
    ['an unknown item', [entry('ghosts')], '"ghosts" is not an item of the checklist'],
    ['an unknown answer', [entry('wells', 'maybe')], 'The answer on wells must be one of yes, no, not_seen'],
    ['an item twice', [entry('wells'), entry('wells', 'yes')], 'Each item may be given once'],
    [
      'a long note',
      [entry('wells', 'yes', 'x'.repeat(1_001))],
      'The note on wells is too long (at most 1000 characters)',
    ],
  ])('refuses %s', async (_what, entries, message) => {
    await expect(answer(...entries)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', fields: { entries: message } });
  });

  it('is answered by editors only, and by no agent', async () => {
    const by = (context: Parameters<typeof rules.visits.answer>[2]) =>
      outcomeOf(rules.visits.answer(id, [entry('wells')], context));
    expect(await by(rules.viewer)).toBe('PERMISSION_DENIED');
    expect(await by(rules.stranger)).toBe('NOT_FOUND');
    const agent = contextOf({ ...rules.editor.actor, via: 'api_key', agentId: newId() });
    expect(await by(agent)).toBe('PERMISSION_DENIED');
    await rules.visits.remove(id, rules.staff);
    expect(await by(rules.editor)).toBe('NOT_FOUND');
  });
});
