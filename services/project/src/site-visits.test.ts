import { newId } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { outcomeOf } from '@symbio/runtime/testing';
import { RESTORABLE_DAYS } from '@symbio/proto/limits';
import { SiteVisitEvent, type SiteVisitFields } from '@symbio/proto/project';
import { projectRules, type ProjectRules } from '../test/memory.js';

let rules: ProjectRules;
let projectId: string;
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
  projectId = (await rules.projects.create({ id: '', fields }, rules.staff)).project._id;
  await rules.members.set({ projectId, userId: rules.editor.actor.sub, role: 'editor' }, rules.staff);
});

const visit = (overrides: Partial<SiteVisitFields> = {}): SiteVisitFields => ({
  visitDate: '2026-02-01',
  accessGranted: true,
  accessNotes: '',
  findings: '',
  photos: [],
  weatherConditions: '',
  ...overrides,
});
const add = (overrides: Partial<SiteVisitFields> = {}, id = '', context: CallContext = rules.staff) =>
  rules.visits.create({ id, projectId, fields: visit(overrides) }, context);
const published = () => rules.visitRows.published.map(({ name }) => name);

describe('site visits (VISIT-01, VISIT-02)', () => {
  it('are stored with the investigator’s name and listed newest visit first', async () => {
    const details = { visitTime: '10:30', findings: 'Two vent pipes.', photos: ['north.jpg'] };
    expect(await add({ ...details, investigatorId: rules.editor.actor.sub })).toMatchObject({
      projectId,
      ...details,
      investigatorName: 'Edgar Editor',
    });
    await add({ visitDate: '2026-03-01' });
    // without a time it counts as 09:00, before the one at 10:30 (VISIT-07)
    await add();
    const listed = await rules.visits.list(projectId, rules.staff);
    expect(listed.map(({ visitDate, visitTime }) => [visitDate, visitTime])).toEqual([
      ['2026-03-01', undefined],
      ['2026-02-01', '10:30'],
      ['2026-02-01', undefined],
    ]);
  });

  it('changed concurrently are not overwritten; equal values are no conflict', async () => {
    const { _id: id, updatedAt: expectedUpdatedAt } = await add();
    rules.clock.advance(1);
    const theirs = { id, fields: visit({ findings: 'A pit.' }), expectedUpdatedAt };
    const changed = await rules.visits.update(theirs, rules.editor);
    const stale = rules.visits.update({ ...theirs, fields: visit({ findings: 'A well.' }) }, rules.staff);
    await expect(stale).rejects.toMatchObject({ code: 'ABORTED', reason: 'stale' });
    expect(await rules.visits.update(theirs, rules.editor)).toEqual(changed);
    expect(rules.visitRows.find(id)?.findings).toBe('A pit.');
  });

  it('are replaced as a whole, and deleted', async () => {
    const { _id: id } = await add({ visitTime: '10:30', investigatorId: rules.editor.actor.sub });
    const changed = await rules.visits.update({ id, fields: visit({ accessGranted: false }) }, rules.staff);
    expect(changed).toMatchObject({ accessGranted: false, investigatorName: '' });
    expect(changed.visitTime).toBeUndefined();
    expect(changed.investigatorId).toBeUndefined();
    await rules.visits.remove(id, rules.staff);
    expect(await rules.visits.list(projectId, rules.staff)).toEqual([]);
    expect(await outcomeOf(rules.visits.remove(id, rules.staff))).toBe('NOT_FOUND');
    expect(published()).toEqual(['visit.created', 'visit.changed', 'visit.deleted']);
  });

  it('can be restored unchanged for 30 days after deletion, and are then permanently deleted', async () => {
    const made = await add({ findings: 'Two vent pipes.' });
    const { _id: id } = made;
    const update = () => rules.visits.update({ id, fields: visit() }, rules.staff);
    await rules.visits.remove(id, rules.editor);
    expect(await outcomeOf(update())).toBe('NOT_FOUND');
    expect(await outcomeOf(add({ findings: 'Two vent pipes.' }, id))).toBe('FAILED_PRECONDITION');
    expect(await outcomeOf(rules.visits.restore(id, rules.stranger))).toBe('NOT_FOUND');
    rules.clock.advance(RESTORABLE_DAYS * 86_400_000 - 1);
    await rules.visits.purge();
    const { rev, updatedAt, ...restored } = await rules.visits.restore(id, rules.editor);
    expect({ ...made, rev, updatedAt }).toEqual({ rev, updatedAt, ...restored });
    // repeated
    await rules.visits.restore(id, rules.editor);
    await rules.visits.remove(id, rules.editor);
    rules.clock.advance(RESTORABLE_DAYS * 86_400_000);
    expect(await outcomeOf(rules.visits.restore(id, rules.editor))).toBe('NOT_FOUND');
    await rules.visits.purge();
    expect(rules.visitRows.all()).toEqual([]);
    const published = rules.visitRows.published.map(({ name, data }) => [
      name,
      SiteVisitEvent.fromPartial(data as object).siteVisit?.purgeAt !== undefined,
    ]);
    expect(published).toEqual([
      ['visit.created', false],
      ['visit.deleted', true],
      ['visit.restored', false],
      ['visit.deleted', true],
      ['visit.deleted', false],
    ]);
  });

  it('with unchanged values are not written and not published', async () => {
    const row = await add({ photos: ['north.jpg'] });
    rules.clock.advance(1_000);
    const same = { id: row._id, fields: visit({ photos: ['north.jpg'] }) };
    expect(await rules.visits.update(same, rules.staff)).toEqual(row);
    expect(published()).toEqual(['visit.created']);
  });

  it('name every bad field and refuse an unknown investigator', async () => {
    await expect(add({ visitDate: 'today', visitTime: '9' }, 'mine')).rejects.toMatchObject({
      fields: {
        id: 'id must be a UUID',
        visit_date: 'Visit date must be a date in the form YYYY-MM-DD',
        visit_time: 'Visit time must be a time in the form HH:MM',
      },
    });
    await expect(add({ investigatorId: newId() })).rejects.toMatchObject({
      fields: { investigator_id: 'There is no such user' },
    });
  });

  it('are hidden from users who cannot see the project', async () => {
    const { _id: id } = await add();
    expect(await outcomeOf(rules.visits.list(projectId, rules.stranger))).toBe('NOT_FOUND');
    expect(await outcomeOf(rules.visits.remove(id, rules.stranger))).toBe('NOT_FOUND');
    expect(await outcomeOf(add({}, '', rules.stranger))).toBe('NOT_FOUND');
  });
});

describe('creating a visit again with the same client id', () => {
  it('returns the existing visit, published once, also concurrently', async () => {
    const id = newId();
    const made = await Promise.all(Array.from({ length: 5 }, () => add({ findings: 'Two vent pipes.' }, id)));
    expect(new Set(made.map(({ _id }) => _id))).toEqual(new Set([id]));
    expect(rules.visitRows.all()).toHaveLength(1);
    expect(published()).toEqual(['visit.created']);
  });

  it('returns it as it is now after a change in between', async () => {
    const id = newId();
    await add({}, id);
    await rules.visits.update({ id, fields: visit({ findings: 'A pit.' }) }, rules.editor);
    expect(await add({}, id)).toMatchObject({ _id: id, findings: 'A pit.' });
  });

  it('is a conflict for another user and for other values', async () => {
    const id = newId();
    await add({}, id);
    const taken = { code: 'FAILED_PRECONDITION', reason: 'id_taken' };
    await expect(add({}, id, rules.editor)).rejects.toMatchObject(taken);
    await expect(add({ findings: 'Another' }, id)).rejects.toMatchObject(taken);
  });

  it('creates another visit each time without an id', async () => {
    expect((await add())._id).not.toBe((await add())._id);
  });
});
