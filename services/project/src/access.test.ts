import { newId, serviceActor } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { contextOf } from '@symbio/rpc/testing';
import { projectRules, type ProjectRules } from '../test/memory.js';
import { policies } from './policy.js';

const NO_FILTER = {
  ...{ search: '', status: '', clientCompany: '', dueDateFrom: '', dueDateTo: '', createdFrom: undefined },
};

const FIELDS = {
  title: 'Riverside Mill',
  dueDate: '2026-03-31',
  propertyAddress: '12 Mill Street',
  propertyCity: 'Lowell',
  propertyState: 'MA',
  propertyZip: '01852',
  clientCompany: 'Mill Holdings',
};

let rules: ProjectRules;
/** A project that the viewer is a member of, and one of its creator only. */
let [shared, own] = ['', ''];
beforeEach(async () => {
  rules = projectRules();
  const create = async () => (await rules.projects.create({ id: '', fields: FIELDS }, rules.staff)).project._id;
  [shared, own] = [await create(), await create()];
  await rules.members.set({ projectId: shared, userId: rules.viewer.actor.sub, role: 'viewer' }, rules.staff);
});

const process = contextOf(serviceActor('document'));

it('the role look-up for many projects omits invisible ones', async () => {
  const roles = async (context: CallContext) => (await rules.access.access([shared, own, newId()], context)).roles;
  expect(await roles(rules.viewer)).toEqual({ [shared]: 'viewer' });
  expect(await roles(rules.staff)).toEqual({ [shared]: 'owner', [own]: 'owner' });
  for (const context of [rules.admin, process])
    expect(await roles(context)).toEqual({ [shared]: 'admin', [own]: 'admin' });
  expect(await roles(rules.stranger)).toEqual({});
});

describe('the projects visible to a user', () => {
  it('are those that the user created or is a member of', async () => {
    expect(await rules.access.allRoles(rules.staff)).toEqual({ roles: { [shared]: 'owner', [own]: 'owner' } });
    expect(await rules.access.allRoles(rules.viewer)).toEqual({ roles: { [shared]: 'viewer' } });
    expect(await rules.access.allRoles(rules.stranger)).toEqual({ roles: {} });
  });

  it('are unrestricted for administrators and service processes, without a list', async () => {
    expect(await rules.access.allRoles(rules.admin)).toEqual({ all: true, removedIds: [] });
    expect(await rules.access.allRoles(process)).toEqual({ all: true, removedIds: [] });
  });

  it('are, for a limited key, those of its projects that its owner can see (OP-21)', async () => {
    const keyOf = ({ actor }: CallContext) =>
      rules.access.allRoles(contextOf({ ...actor, via: 'api_key', scopes: [own, newId()] }));
    expect(await keyOf(rules.admin)).toEqual({ roles: { [own]: 'admin' } });
    expect(await keyOf(rules.staff)).toEqual({ roles: { [own]: 'owner' } });
    expect(await keyOf(rules.viewer)).toEqual({ roles: {} });
  });
});

describe('a sample project', () => {
  const all = async (context: CallContext) => {
    const { views } = await rules.projects.list(NO_FILTER, { page: 1, perPage: 20, skip: 0 }, context);
    return views.map(({ project, role }) => [project._id, role]);
  };

  it('is in the list of every account as a viewer, until an administrator ends it', async () => {
    expect(await all(rules.stranger)).toEqual([]);
    await rules.projects.setSample(own, true, rules.admin);
    expect(await all(rules.stranger)).toEqual([[own, 'viewer']]);
    expect(await rules.access.allRoles(rules.stranger)).toEqual({ roles: { [own]: 'viewer' } });
    expect(await rules.access.access([shared, own], rules.stranger)).toEqual({
      ...{ roles: { [own]: 'viewer' }, sampleIds: [own] },
    });
    expect((await rules.access.access([own], rules.staff)).sampleIds).toEqual([]);
    await rules.projects.setSample(own, false, rules.admin);
    expect(await all(rules.stranger)).toEqual([]);
  });

  it('is copied into a project of the person who asks, once, with its details', async () => {
    const { project: sample } = await rules.projects.setSample(own, true, rules.admin);
    const id = newId();
    const copy = () => rules.projects.copySample({ id, sampleId: own }, rules.stranger);
    const { project, role } = await copy();
    const { propertyAddress, clientCompany, dueDate, status } = sample;
    expect(project).toMatchObject({ propertyAddress, clientCompany, dueDate, status, copiedFrom: own });
    expect([project.title, project.isSample, role]).toEqual([`Copy of ${sample.title}`, undefined, 'owner']);
    expect(project.number).not.toBe(sample.number);
    expect((await copy()).project._id).toBe(project._id);
    await rules.projects.setSample(own, false, rules.admin);
    await expect(rules.projects.copySample({ id: '', sampleId: own }, rules.staff)).rejects.toMatchObject({
      reason: 'not_a_sample',
    });
    await expect(copy()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('cannot be changed by its visitors, and shows them no people', async () => {
    await rules.projects.setSample(own, true, rules.admin);
    const change = { id: own, fields: undefined };
    await expect(rules.projects.update(change, rules.stranger)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(rules.deletions.delete(own, rules.stranger)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    expect(await rules.members.list(own, rules.stranger)).toEqual([]);
    expect(await rules.access.colleagues(rules.stranger)).toEqual({ userIds: [], ownsProject: false });
    const page = { page: 1, perPage: 20, skip: 0 };
    await rules.deletions.delete(own, rules.admin);
    expect((await rules.deletions.list(page, rules.stranger)).views).toEqual([]);
    expect(await all(rules.stranger)).toEqual([]);
  });
});

describe('the people known to a user', () => {
  it('are those of visible projects (OP-37)', async () => {
    const { viewer, staff, stranger } = rules;
    const both = [staff.actor.sub, viewer.actor.sub].sort();
    const known = async (context: CallContext) => {
      const { userIds, ownsProject } = await rules.access.colleagues(context);
      return [userIds.sort(), ownsProject];
    };
    expect(await known(viewer)).toEqual([both, false]);
    expect(await known(staff)).toEqual([both, true]);
    expect(await known(stranger)).toEqual([[], false]);
    expect(await known(rules.admin)).toEqual([[], true]);
  });
});

describe('projects of different organizations (decision 0158)', () => {
  const [NORTH, SOUTH] = [newId(), newId()];
  const of = (organizationId: string, { actor }: CallContext): CallContext =>
    contextOf({ ...actor, sub: newId(), organizationId });
  const page = { page: 1, perPage: 20, skip: 0 };
  const listed = async (context: CallContext) =>
    (await rules.projects.list(NO_FILTER, page, context)).views.map(({ project, role }) => [project._id, role]);
  let north: CallContext;
  let northAdmin: CallContext;
  let south: CallContext;
  let southAdmin: CallContext;
  let ofNorth = '';

  beforeEach(async () => {
    [north, northAdmin] = [of(NORTH, rules.staff), of(NORTH, rules.admin)];
    [south, southAdmin] = [of(SOUTH, rules.staff), of(SOUTH, rules.admin)];
    ofNorth = (await rules.projects.create({ id: '', fields: FIELDS }, north)).project._id;
  });

  it('belong to that of their creator, and give others no role, to administrators neither', async () => {
    expect((await rules.projects.get(ofNorth, northAdmin)).project.organizationId).toBe(NORTH);
    expect(await listed(northAdmin)).toEqual([[ofNorth, 'admin']]);
    expect(await rules.access.allRoles(northAdmin)).toEqual({ roles: { [ofNorth]: 'admin' } });
    for (const context of [south, southAdmin]) {
      expect(await listed(context)).toEqual([]);
      expect((await rules.access.access([ofNorth, shared], context)).roles).toEqual({});
      expect(await rules.access.allRoles(context)).toEqual({ roles: {} });
      expect(await rules.projects.companies(context)).toEqual([]);
      await expect(rules.projects.get(ofNorth, context)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('are all seen by administrators of the operator', async () => {
    expect((await listed(rules.admin)).map(([id]) => id)).toContain(ofNorth);
    expect((await rules.access.access([ofNorth], rules.admin)).roles).toEqual({ [ofNorth]: 'admin' });
  });

  it('give no role any more to a creator or member who moved to another organization', async () => {
    const moved = contextOf({ ...north.actor, organizationId: SOUTH });
    const back = contextOf({ ...rules.viewer.actor, organizationId: SOUTH });
    expect(await listed(moved)).toEqual([]);
    expect((await rules.access.access([ofNorth], moved)).roles).toEqual({});
    expect((await rules.access.access([shared], back)).roles).toEqual({});
    const person = { userId: rules.viewer.actor.sub, role: 'customer', limits: [] };
    expect(await rules.access.rolesOf([shared], { ...person, organizationId: SOUTH })).toEqual({});
    expect(await rules.access.rolesOf([shared], { ...person, organizationId: '' })).toEqual({ [shared]: 'viewer' });
  });

  it('are moved by owners of the operator, whose members then lose access', async () => {
    const move = (organizationId: string, by: CallContext) =>
      rules.projects.setOrganization(own, organizationId, by).then(({ project }) => project.organizationId);
    rules.organizations.push({ id: SOUTH, name: 'South' });
    await expect(move(newId(), rules.admin)).rejects.toMatchObject({
      fields: { organization_id: 'There is no such organization' },
    });
    await expect(move(SOUTH, rules.stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const colleague = contextOf({ ...rules.viewer.actor, organizationId: SOUTH });
    expect((await rules.access.access([own], colleague)).roles).toEqual({});
    expect(await move(SOUTH, rules.staff)).toBe(SOUTH);
    expect(await listed(southAdmin)).toEqual([[own, 'admin']]);
    expect((await rules.access.access([own], rules.stranger)).roles).toEqual({});
    expect(await move('', rules.admin)).toBeUndefined();
    expect(await listed(southAdmin)).toEqual([]);
    expect(policies.setOrganization.allows(southAdmin.actor)).toBe(false);
    expect(policies.setOrganization.allows(rules.staff.actor)).toBe(true);
  });

  it('are made for an organization by people of the operator only (issue 43)', async () => {
    rules.organizations.push({ id: SOUTH, name: 'South' });
    const make = async (organizationId: string, by: CallContext, id = '') =>
      (await rules.projects.create({ id, fields: FIELDS, organizationId }, by)).project;
    const id = newId();
    expect(await make(SOUTH, rules.staff, id)).toMatchObject({ _id: id, organizationId: SOUTH });
    expect(await make(SOUTH, rules.staff, id)).toMatchObject({ _id: id });
    await expect(make('', rules.staff, id)).rejects.toMatchObject({ reason: 'id_taken' });
    expect(await listed(southAdmin)).toEqual([[id, 'admin']]);
    expect((await make('', rules.staff)).organizationId).toBeUndefined();
    await expect(make(newId(), rules.staff)).rejects.toMatchObject({
      fields: { organization_id: 'There is no such organization' },
    });
    const key = contextOf({ ...rules.staff.actor, via: 'api_key' });
    for (const other of [south, southAdmin, key, contextOf({ ...rules.staff.actor, role: 'customer' })])
      for (const organizationId of [SOUTH, ''])
        await expect(make(organizationId, other)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it('are numbered for their organization, which moving does not change (decision 0158)', async () => {
    rules.organizations.push({ id: NORTH, name: 'North' }, { id: SOUTH, name: 'South' });
    const make = async (organizationId: string) =>
      (await rules.projects.create({ id: '', fields: FIELDS, organizationId }, rules.staff)).project;
    const [before, first, second, after] = [await make(''), await make(SOUTH), await make(SOUTH), await make('')];
    expect([first.number, second.number]).toEqual(['P-2026-00001', 'P-2026-00002']);
    expect(Number(after.number.slice(-5))).toBe(Number(before.number.slice(-5)) + 1);
    const { project } = await rules.projects.setOrganization(first._id, NORTH, rules.staff);
    expect(project).toMatchObject({ organizationId: NORTH, number: 'P-2026-00001' });
  });

  it('are samples for their own organization, and those of the operator for all', async () => {
    await rules.projects.setSample(ofNorth, true, northAdmin);
    await rules.projects.setSample(own, true, rules.admin);
    expect(await listed(of(NORTH, rules.stranger))).toEqual(
      expect.arrayContaining([
        [ofNorth, 'viewer'],
        [own, 'viewer'],
      ]),
    );
    expect(await listed(of(SOUTH, rules.stranger))).toEqual([[own, 'viewer']]);
    expect(await listed(southAdmin)).toEqual([[own, 'viewer']]);
    const { project } = await rules.projects.copySample({ id: newId(), sampleId: own }, south);
    expect(project.organizationId).toBe(SOUTH);
  });
});
