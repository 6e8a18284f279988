import { newId } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { contextOf } from '@symbio/rpc/testing';
import { outcomeOf } from '@symbio/runtime/testing';
import { projectRules, type ProjectRules } from '../test/memory.js';
import { projectMessage } from './mapping.js';

let rules: ProjectRules;
let agent: CallContext;
let othersProject: string;
let own: string;
const create = async (by: CallContext): Promise<string> => {
  const fields = {
    ...{ title: 'Riverside Mill', dueDate: '2026-03-31', propertyAddress: '12 Mill Street', propertyCity: 'Lowell' },
    ...{ propertyState: 'MA', propertyZip: '01852', clientCompany: 'Mill Holdings' },
  };
  return (await rules.projects.create({ id: '', fields }, by)).project._id;
};
beforeEach(async () => {
  rules = projectRules();
  const authorId = newId();
  agent = contextOf({ ...rules.staff.actor, via: 'api_key', name: 'Reader 1', agentId: authorId, authorId });
  [othersProject, own] = [await create(rules.staff), await create(agent)];
});

const refused = { code: 'PERMISSION_DENIED', reason: 'agents_propose' };
const rename = (id: string, by: CallContext) => rules.projects.update({ id, fields: { title: 'Renamed' } }, by);

describe("an agent's key", () => {
  it('an agent changes, deletes, restores and erases no project that its user or another agent created', async () => {
    const authorId = newId();
    const other = contextOf({ ...agent.actor, agentId: authorId, authorId });
    for (const id of [othersProject, await create(other)]) {
      await expect(rename(id, agent)).rejects.toMatchObject(refused);
      await expect(rules.deletions.delete(id, agent)).rejects.toMatchObject(refused);
      await rules.deletions.delete(id, rules.staff);
      await expect(rules.deletions.restore(id, agent)).rejects.toMatchObject(refused);
      await expect(rules.deletions.erase(id, agent)).rejects.toMatchObject(refused);
      await rules.deletions.restore(id, rules.staff);
      expect((await rename(id, rules.staff)).project.title).toBe('Renamed');
      expect((await rules.projects.get(id, agent)).role).toBe('owner');
    }
  });

  it('an agent changes, deletes and restores its own project, unless a person deleted it', async () => {
    expect((await rename(own, agent)).project.title).toBe('Renamed');
    await rules.deletions.delete(own, agent);
    expect(await outcomeOf(rules.deletions.restore(own, agent))).toBe('OK');
    await rules.deletions.delete(own, rules.staff);
    await expect(rules.deletions.restore(own, agent)).rejects.toMatchObject(refused);
    await expect(rules.deletions.erase(own, agent)).rejects.toMatchObject(refused);
    expect(await outcomeOf(rules.deletions.restore(own, rules.staff))).toBe('OK');
  });

  it('an agent changes no members, also of its own project', async () => {
    const userId = rules.viewer.actor.sub;
    for (const projectId of [othersProject, own]) {
      const member = { projectId, userId, role: 'viewer' };
      await expect(rules.members.set(member, agent)).rejects.toMatchObject(refused);
      await rules.members.set(member, rules.staff);
      await expect(rules.members.remove(member, agent)).rejects.toMatchObject(refused);
      expect(await rules.members.list(projectId, agent)).toHaveLength(2);
      await rules.members.remove(member, rules.staff);
    }
  });

  it('an agent records, changes, deletes and restores no site visits', async () => {
    const { visits, staff } = rules;
    const fields = {
      ...{ visitDate: '2026-03-02', accessGranted: true, accessNotes: '', findings: '', photos: [] },
      weatherConditions: '',
    };
    for (const projectId of [othersProject, own]) {
      await expect(visits.create({ id: '', projectId, fields }, agent)).rejects.toMatchObject(refused);
      const { _id: id } = await visits.create({ id: '', projectId, fields }, staff);
      const change = { id, fields: { ...fields, findings: 'A tank' } };
      await expect(visits.update(change, agent)).rejects.toMatchObject(refused);
      await expect(visits.remove(id, agent)).rejects.toMatchObject(refused);
      expect((await visits.update(change, staff)).findings).toBe('A tank');
      await visits.remove(id, staff);
      await expect(visits.restore(id, agent)).rejects.toMatchObject(refused);
      expect(await outcomeOf(visits.restore(id, staff))).toBe('OK');
      expect(await visits.list(projectId, agent)).toHaveLength(1);
    }
  });
});

it("a key of a person marks the details that it wrote, until a person's next change", async () => {
  const key = contextOf({ ...rules.staff.actor, via: 'api_key', keyId: 'key 1' });
  const viaOf = (id: string) => rules.projects.get(id, rules.staff).then(({ project }) => projectMessage(project).via);
  const made = await create(key);
  expect([await viaOf(made), await viaOf(othersProject), await viaOf(own)]).toEqual(['key', '', '']);
  await rename(made, rules.staff);
  expect(await viaOf(made)).toBe('');
  await rename(othersProject, key);
  expect(await viaOf(othersProject)).toBe('key');
});
