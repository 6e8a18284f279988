import { newId, serviceActor } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { contextOf } from '@symbio/rpc/testing';
import { outcomeOf } from '@symbio/runtime/testing';
import { RESTORABLE_DAYS } from '@symbio/proto/limits';
import { projectRules, type ProjectRules } from '../test/memory.js';

const DAY_MS = 86_400_000;
const page = { page: 1, perPage: 20, skip: 0 };
const all = { search: '', status: '', clientCompany: '', dueDateFrom: '', dueDateTo: '' };

let rules: ProjectRules;
/** A staff project with a viewer, an editor and a second owner. */
let id: string;
beforeEach(async () => {
  rules = projectRules();
  id = await make('Riverside Mill');
});

const FIELDS = {
  title: 'Riverside Mill',
  dueDate: '2026-03-31',
  propertyAddress: '12 Mill Street',
  propertyCity: 'Lowell',
  propertyState: 'MA',
  propertyZip: '01852',
  clientCompany: 'Mill Holdings',
};
async function make(title: string): Promise<string> {
  const { project } = await rules.projects.create({ id: '', fields: { ...FIELDS, title } }, rules.staff);
  const { viewer, editor } = rules;
  await rules.members.set({ projectId: project._id, userId: viewer.actor.sub, role: 'viewer' }, rules.staff);
  await rules.members.set({ projectId: project._id, userId: editor.actor.sub, role: 'editor' }, rules.staff);
  rules.clock.advance(1_000);
  return project._id;
}
const published = () => rules.projectRows.published.map(({ name }) => name);
const deleted = async (context: CallContext) =>
  (await rules.deletions.list(page, context)).views.map(({ project }) => project.title);
const allUsers = () => [rules.staff, rules.viewer, rules.editor, rules.admin];

describe('a deleted project', () => {
  it('is hidden with its visits and members, and shows until when it can be restored (OP-09)', async () => {
    const fields = { visitDate: '2026-02-01', accessGranted: true, accessNotes: '', findings: '' };
    const visit = await rules.visits.create(
      { id: '', projectId: id, fields: { ...fields, photos: [], weatherConditions: '' } },
      rules.staff,
    );
    await rules.deletions.delete(id, rules.staff);
    for (const context of allUsers()) {
      expect(await outcomeOf(rules.projects.get(id, context))).toBe('NOT_FOUND');
      expect(await outcomeOf(rules.projects.update({ id, fields: { title: 'New' } }, context))).toBe('NOT_FOUND');
      expect(await outcomeOf(rules.members.list(id, context))).toBe('NOT_FOUND');
      expect(await outcomeOf(rules.visits.list(id, context))).toBe('NOT_FOUND');
      expect(await outcomeOf(rules.visits.remove(visit._id, context))).toBe('NOT_FOUND');
      expect((await rules.projects.list(all, page, context)).count).toBe(0);
      expect(await rules.projects.companies(context)).toEqual([]);
      expect((await rules.access.access([id], context)).roles).toEqual({});
      expect(await outcomeOf(rules.deletions.delete(id, context))).toBe('NOT_FOUND');
    }
    expect(await rules.access.allRoles(rules.admin)).toEqual({ all: true, removedIds: [id] });
    expect(await rules.access.allRoles(rules.editor)).toEqual({ roles: {} });
    const limits = { userId: rules.staff.actor.sub, role: 'administrator', limits: [], organizationId: '' };
    expect(await rules.access.rolesOf([id], limits)).toEqual({});
    expect(published()).toEqual(['project.created', 'project.deleted']);
    expect(rules.projectRows.published.at(-1)?.data).toMatchObject({
      project: {
        deletedByName: 'Sam Staff',
        deletedAt: rules.clock.now().toISOString(),
        purgeAt: new Date(rules.clock.now().getTime() + RESTORABLE_DAYS * DAY_MS).toISOString(),
      },
    });
  });

  it('is visible to service processes, which keep what belongs to it', async () => {
    await rules.deletions.delete(id, rules.staff);
    const self = contextOf(serviceActor('document'));
    expect(await rules.visits.list(id, self)).toEqual([]);
    expect(await rules.access.allRoles(self)).toEqual({ all: true, removedIds: [id] });
  });

  it('keeps its id and its number', async () => {
    await rules.deletions.delete(id, rules.staff);
    const { number } = rules.projectRows.find(id) ?? {};
    const again = rules.projects.create({ id, fields: rules.projectRows.find(id) }, rules.staff);
    await expect(again).rejects.toMatchObject({ reason: 'id_taken' });
    await make('Another');
    expect(rules.projectRows.all().filter((row) => row.number === number)).toHaveLength(1);
  });

  it('is restored unchanged, by its owners and administrators', async () => {
    const before = await rules.projects.get(id, rules.viewer);
    await rules.deletions.delete(id, rules.staff);
    expect(await outcomeOf(rules.deletions.restore(id, rules.stranger))).toBe('NOT_FOUND');
    expect(await outcomeOf(rules.deletions.restore(id, rules.editor))).toBe('PERMISSION_DENIED');
    expect(await outcomeOf(rules.deletions.erase(id, rules.editor))).toBe('PERMISSION_DENIED');
    const { project, role } = await rules.deletions.restore(id, rules.admin);
    expect([role, project.removal, project.purgeAt]).toEqual(['admin', undefined, undefined]);
    const after = await rules.projects.get(id, rules.viewer);
    expect(after).toEqual({ ...before, project: { ...before.project, rev: 3, updatedAt: project.updatedAt } });
    expect(await rules.access.allRoles(rules.admin)).toEqual({ all: true, removedIds: [] });
    expect(published()).toEqual(['project.created', 'project.deleted', 'project.restored']);
    // idempotent
    expect((await rules.deletions.restore(id, rules.staff)).role).toBe('owner');
    expect(published()).toHaveLength(3);
  });

  it('is listed for users who may restore it, the last deleted first', async () => {
    const other = await make('Second');
    for (const each of [id, other]) {
      await rules.deletions.delete(each, rules.staff);
      rules.clock.advance(1_000);
    }
    expect(await deleted(rules.staff)).toEqual(['Second', 'Riverside Mill']);
    expect(await deleted(rules.admin)).toEqual(['Second', 'Riverside Mill']);
    for (const context of [rules.viewer, rules.editor, rules.stranger]) expect(await deleted(context)).toEqual([]);
    const key = contextOf({ ...rules.admin.actor, via: 'api_key', scopes: [other] });
    expect(await deleted(key)).toEqual(['Second']);
    expect(await outcomeOf(rules.deletions.restore(id, key))).toBe('NOT_FOUND');
  });

  it('is permanently deleted on request, and only after its deletion', async () => {
    expect(await outcomeOf(rules.deletions.erase(id, rules.staff))).toBe('NOT_FOUND');
    await rules.deletions.delete(id, rules.staff);
    await rules.deletions.erase(id, rules.staff);
    expect(await outcomeOf(rules.deletions.erase(id, rules.staff))).toBe('NOT_FOUND');
    expect(await outcomeOf(rules.deletions.restore(id, rules.staff))).toBe('NOT_FOUND');
    expect(rules.projectRows.find(id)).toBeUndefined();
    expect(published().at(-1)).toBe('project.erased');
  });

  it('leaves its id to no other project, since issued reports outlive it (SET-09)', async () => {
    await rules.deletions.delete(id, rules.staff);
    await rules.deletions.erase(id, rules.staff);
    await expect(rules.projects.create({ id, fields: FIELDS }, rules.admin)).rejects.toMatchObject({
      code: 'ALREADY_EXISTS',
      reason: 'id_taken',
      message: 'A project that was erased had this id. Choose another one.',
    });
  });

  it('that is permanently deleted during its restoration does not exist', async () => {
    await rules.deletions.delete(id, rules.staff);
    const both = [rules.deletions.erase(id, rules.staff), rules.deletions.restore(id, rules.admin)];
    expect(await Promise.all(both.map((each) => outcomeOf(each)))).toEqual(['OK', 'NOT_FOUND']);
    expect(published().at(-1)).toBe('project.erased');
  });

  it('is permanently deleted after 30 days and can no longer be restored; others stay', async () => {
    const kept = await make('Kept');
    await rules.deletions.delete(id, rules.staff);
    rules.clock.advance(DAY_MS);
    const later = await make('Later');
    await rules.deletions.delete(later, rules.staff);
    rules.clock.advance((RESTORABLE_DAYS - 1) * DAY_MS);
    expect(await deleted(rules.staff)).toEqual(['Later']);
    expect(await outcomeOf(rules.deletions.restore(id, rules.staff))).toBe('NOT_FOUND');
    await rules.deletions.purge();
    await rules.deletions.purge();
    expect(rules.projectRows.all().map(({ _id }) => _id)).toEqual([kept, later]);
    expect(published().filter((name) => name === 'project.erased')).toHaveLength(1);
  });

  it('must have a UUID as id', async () => {
    expect(await outcomeOf(rules.deletions.restore('mine', rules.admin))).toBe('NOT_FOUND');
    expect(await outcomeOf(rules.deletions.restore(newId(), rules.admin))).toBe('NOT_FOUND');
  });
});
