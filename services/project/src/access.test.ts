import { newId, serviceActor } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { contextOf } from '@symbio/rpc/testing';
import { projectRules, type ProjectRules } from '../test/memory.js';

const NO_FILTER = {
  ...{ search: '', status: '', clientCompany: '', dueDateFrom: '', dueDateTo: '', createdFrom: undefined },
};

let rules: ProjectRules;
/** A project that the viewer is a member of, and one of its creator only. */
let [shared, own] = ['', ''];
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
  const create = async () => (await rules.projects.create({ id: '', fields }, rules.staff)).project._id;
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
