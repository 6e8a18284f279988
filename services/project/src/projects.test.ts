import { newId } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { contextOf } from '@symbio/rpc/testing';
import { outcomeOf, person } from '@symbio/runtime/testing';
import { notOneLine } from '@symbio/proto/lines';
import type { ProjectFields } from '@symbio/proto/project';
import { projectRules, type ProjectRules } from '../test/memory.js';

let rules: ProjectRules;
beforeEach(() => {
  rules = projectRules();
});

const fields = (overrides: ProjectFields = {}): ProjectFields => ({
  title: 'Riverside Mill',
  dueDate: '2026-03-31',
  propertyAddress: '12 Mill Street',
  propertyCity: 'Lowell',
  propertyState: 'MA',
  propertyZip: '01852',
  clientCompany: 'Mill Holdings',
  ...overrides,
});
const create = (overrides: ProjectFields = {}, id = '', context: CallContext = rules.staff) =>
  rules.projects.create({ id, fields: fields(overrides) }, context);
const published = () => rules.projectRows.published.map(({ name }) => name);
const page = { page: 1, perPage: 20, skip: 0 };
const all = { search: '', status: '', clientCompany: '', dueDateFrom: '', dueDateTo: '' };

describe('making a project', () => {
  it('starts at setup with a number of the year and the creator as owner (PROJ-40, OP-02, AUTH-35)', async () => {
    const { project, role } = await create();
    expect(project).toMatchObject({ status: 'setup', createdBy: rules.staff.actor.sub, number: 'P-2026-00001' });
    expect(role).toBe('owner');
    expect(published()).toEqual(['project.created']);
    expect((await create({}, '', rules.admin)).role).toBe('admin');
  });

  it('by an agent is making one for its user, by whose name the owner goes (AUTH-35)', async () => {
    const agent = contextOf({ ...rules.staff.actor, via: 'api_key', name: 'Reader 1.2', agentId: newId() });
    const { project } = await create({}, '', agent);
    expect(project).toMatchObject({ createdBy: rules.staff.actor.sub, createdByName: 'Sam Staff' });
  });

  it('answers the same project when repeated with the same id, published once', async () => {
    const id = newId();
    const made = await Promise.all(Array.from({ length: 4 }, () => create({ title: 'Once' }, id)));
    expect(new Set(made.map(({ project }) => project.number)).size).toBe(1);
    expect(rules.projectRows.all()).toHaveLength(1);
    expect(published()).toEqual(['project.created']);
  });

  it('is refused under the id of a project that was made of something else', async () => {
    const { project } = await create({ clientPhone: '555 0100' });
    for (const other of [{ title: 'Other', clientPhone: '555 0100' }, {}])
      await expect(create(other, project._id)).rejects.toMatchObject({
        reason: 'id_taken',
        message: 'A project with this id exists already.',
      });
    expect(rules.projectRows.find(project._id)).toMatchObject({ title: project.title, clientPhone: '555 0100' });
  });

  it('repeated after somebody changed it answers it as it is by then', async () => {
    const { project } = await create();
    const { _id: id } = project;
    await rules.projects.update({ id, fields: { title: 'Renamed' } }, rules.staff);
    expect((await create({}, id)).project.title).toBe('Renamed');
  });

  it('takes the next number when the one at hand turns out to be used', async () => {
    const first = await create();
    const taken = { ...first.project, number: 'P-2026-00002', searchText: '' };
    await rules.projectRows.insert(newId(), taken, rules.staff.actor, () => []);
    expect((await create()).project.number).toBe('P-2026-00003');
  });

  it('keeps somebody else’s id', async () => {
    const { project } = await create();
    const other = contextOf(person({ permissions: ['canCreateProject'] }));
    await expect(create({}, project._id, other)).rejects.toMatchObject({ code: 'ALREADY_EXISTS', reason: 'id_taken' });
  });

  it('takes no other status for a new one, and titles of one line only (PROJ-40)', async () => {
    expect((await create({ status: 'setup' })).project.status).toBe('setup');
    await expect(create({ status: 'completed', title: 'one\ntwo', clientCompany: 'A\u202eB' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: {
        status: 'A new project has the status setup: change it afterwards',
        title: notOneLine('Title'),
        client_company: notOneLine('Client company'),
      },
    });
  });

  it('names every bad field at once (PROJ-27 to PROJ-36)', async () => {
    await expect(create({ title: '', dueDate: '', clientEmail: 'nobody' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: { title: 'Title is required', due_date: 'Due date is required', client_email: 'Invalid email address' },
    });
    await expect(create({}, 'mine')).rejects.toMatchObject({ fields: { id: 'An id is a UUID' } });
  });
});

describe('changing a project', () => {
  it('changes what is given and removes emptied values', async () => {
    const { project } = await create({ clientPhone: '555 0100', clientContact: 'Mia' });
    const change = { title: 'Renamed', clientPhone: '', status: 'insights' };
    const after = (await rules.projects.update({ id: project._id, fields: change }, rules.staff)).project;
    expect(after).toMatchObject({ title: 'Renamed', status: 'insights', clientContact: 'Mia', propertyCity: 'Lowell' });
    expect(after.clientPhone).toBeUndefined();
    expect(published()).toEqual(['project.created', 'project.changed']);
  });

  it('refuses one that rests on an older state', async () => {
    const { project: made } = await create();
    const { _id: id, updatedAt: expectedUpdatedAt } = made;
    const change = (title: string, seen: Date) =>
      rules.projects.update({ id, fields: { title }, expectedUpdatedAt: seen }, rules.staff);
    rules.clock.advance(1_000);
    const { project: first } = await change('First', expectedUpdatedAt);
    await expect(change('Second', expectedUpdatedAt)).rejects.toMatchObject({ code: 'ABORTED', reason: 'stale' });
    expect(rules.projectRows.find(id)?.title).toBe('First');
    expect(await outcomeOf(change('Third', first.updatedAt))).toBe('OK');
  });

  it('that was made before is answered and published once: its first answer may have been lost', async () => {
    const { project: made } = await create({ clientPhone: '555 0100' });
    rules.clock.advance(1_000);
    const update = {
      id: made._id,
      fields: { title: ' Renamed ', clientPhone: '' },
      expectedUpdatedAt: made.updatedAt,
    };
    const { project: first } = await rules.projects.update(update, rules.staff);
    rules.clock.advance(1_000);
    expect((await rules.projects.update(update, rules.staff)).project).toEqual(first);
    expect(published()).toEqual(['project.created', 'project.changed']);
  });

  it('needs an editor, and a project', async () => {
    const { project } = await create();
    const rename = (id: string, context: CallContext) =>
      outcomeOf(rules.projects.update({ id, fields: { title: 'Renamed' } }, context));
    await rules.members.set({ projectId: project._id, userId: rules.viewer.actor.sub, role: '' }, rules.staff);
    expect(await rename(project._id, rules.viewer)).toBe('PERMISSION_DENIED');
    expect(await rename(project._id, rules.stranger)).toBe('NOT_FOUND');
    expect(await rename(newId(), rules.admin)).toBe('NOT_FOUND');
  });
});

describe('the list', () => {
  it('shows somebody only what is theirs, with their role in it (AUTH-34 to AUTH-37)', async () => {
    const { project: theirs } = await create({ title: 'Theirs' });
    rules.clock.advance(1_000);
    await create({ title: 'Another' });
    await rules.members.set({ projectId: theirs._id, userId: rules.viewer.actor.sub, role: 'editor' }, rules.staff);
    const seen = async (context: CallContext) =>
      (await rules.projects.list(all, page, context)).views.map(({ project, role }) => [project.title, role]);
    expect(await seen(rules.stranger)).toEqual([]);
    expect(await seen(rules.viewer)).toEqual([['Theirs', 'editor']]);
    expect(await seen(rules.staff)).toEqual([
      ['Another', 'owner'],
      ['Theirs', 'owner'],
    ]);
    const key = contextOf({ ...rules.admin.actor, via: 'api_key', scopes: [theirs._id] });
    expect(await seen(key)).toEqual([['Theirs', 'admin']]);
  });

  it('of companies is each once, sorted, of the caller’s projects (PROJ-05)', async () => {
    for (const clientCompany of ['Zeta', 'alpha', 'Zeta']) await create({ clientCompany });
    expect(await rules.projects.companies(rules.staff)).toEqual(['alpha', 'Zeta']);
    expect(await rules.projects.companies(rules.stranger)).toEqual([]);
  });
});
