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

describe('creating a project', () => {
  it('starts at setup with a number of the year and the creator as owner (PROJ-40, OP-02, AUTH-35)', async () => {
    const { project, role } = await create();
    expect(project).toMatchObject({ status: 'setup', createdBy: rules.staff.actor.sub, number: 'P-2026-00001' });
    expect(role).toBe('owner');
    expect(published()).toEqual(['project.created']);
    expect((await create({}, '', rules.admin)).role).toBe('admin');
  });

  it('by an agent makes its user the creator and owner (AUTH-35)', async () => {
    const agent = contextOf({ ...rules.staff.actor, via: 'api_key', name: 'Reader 1.2', agentId: newId() });
    const { project } = await create({}, '', agent);
    expect(project).toMatchObject({ createdBy: rules.staff.actor.sub, createdByName: 'Sam Staff' });
  });

  it('returns the same project when repeated with the same id, and publishes it once', async () => {
    const id = newId();
    const made = await Promise.all(Array.from({ length: 4 }, () => create({ title: 'Once' }, id)));
    expect(new Set(made.map(({ project }) => project.number)).size).toBe(1);
    expect(rules.projectRows.all()).toHaveLength(1);
    expect(published()).toEqual(['project.created']);
  });

  it('is refused with the id of a project created with other values', async () => {
    const { project } = await create({ clientPhone: '555 0100' });
    for (const other of [{ title: 'Other', clientPhone: '555 0100' }, {}])
      await expect(create(other, project._id)).rejects.toMatchObject({
        reason: 'id_taken',
        message: 'A project with this id exists already.',
      });
    expect(rules.projectRows.find(project._id)).toMatchObject({ title: project.title, clientPhone: '555 0100' });
  });

  it('repeated after a change returns the project as it is now', async () => {
    const { project } = await create();
    const { _id: id } = project;
    await rules.projects.update({ id, fields: { title: 'Renamed' } }, rules.staff);
    expect((await create({}, id)).project.title).toBe('Renamed');
  });

  it('uses the next number when its number is already used', async () => {
    const first = await create();
    const taken = { ...first.project, number: 'P-2026-00002', searchText: '' };
    await rules.projectRows.insert(newId(), taken, rules.staff.actor, () => []);
    expect((await create()).project.number).toBe('P-2026-00003');
  });

  it('refuses the id of another user’s project', async () => {
    const { project } = await create();
    const other = contextOf(person({ permissions: ['canCreateProject'] }));
    await expect(create({}, project._id, other)).rejects.toMatchObject({ code: 'ALREADY_EXISTS', reason: 'id_taken' });
  });

  it('refuses another first status, and titles of several lines (PROJ-40)', async () => {
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
  it('sets the given fields and removes emptied ones', async () => {
    const { project } = await create({ clientPhone: '555 0100', clientContact: 'Mia' });
    const change = { title: 'Renamed', clientPhone: '', status: 'insights' };
    const after = (await rules.projects.update({ id: project._id, fields: change }, rules.staff)).project;
    expect(after).toMatchObject({ title: 'Renamed', status: 'insights', clientContact: 'Mia', propertyCity: 'Lowell' });
    expect(after.clientPhone).toBeUndefined();
    expect(published()).toEqual(['project.created', 'project.changed']);
  });

  it('is refused if based on an older version', async () => {
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

  it('repeated with the same values succeeds and is published once: the first answer may have been lost', async () => {
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

  it('keeps and restores a state and a ZIP code from before they were checked', async () => {
    const { _id: id } = (await create()).project;
    const old = { propertyState: 'Massachusets', propertyZip: '1852' };
    await rules.projectRows.change(id, rules.staff.actor, () => ({ set: old, events: [] }));
    const change = (values: ProjectFields) => rules.projects.update({ id, fields: values }, rules.staff);
    expect((await change({ ...old, title: 'Renamed' })).project).toMatchObject({ ...old, title: 'Renamed' });
    await change({ propertyState: 'MA', propertyZip: '01852' });
    expect(await outcomeOf(change({ propertyZip: '185' }))).toBe('INVALID_ARGUMENT');
    expect((await change(old)).project).toMatchObject(old);
  });

  it('needs an editor and an existing project', async () => {
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
  it('shows a user only their own, with their role (AUTH-34 to AUTH-37)', async () => {
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

  it('of companies has each once, sorted, from the caller’s projects (PROJ-05)', async () => {
    for (const clientCompany of ['Zeta', 'alpha', 'Zeta']) await create({ clientCompany });
    expect(await rules.projects.companies(rules.staff)).toEqual(['alpha', 'Zeta']);
    expect(await rules.projects.companies(rules.stranger)).toEqual([]);
  });
});
