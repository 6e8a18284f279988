import { newId } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
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
});

const set = (of: CallContext, role = '', by = rules.staff) =>
  rules.members.set({ projectId, userId: of.actor.sub, role }, by);
const remove = (of: CallContext) => rules.members.remove({ projectId, userId: of.actor.sub }, rules.staff);
const published = () => rules.memberRows.published.map(({ data }) => (data as { role?: string }).role ?? '');

describe('members (PROJ-44, OP-06)', () => {
  it('are added as viewers by default, changed, listed after the creator, and removed', async () => {
    const { viewer } = rules;
    expect(await set(viewer)).toMatchObject({
      projectId,
      userId: viewer.actor.sub,
      role: 'viewer',
      name: 'Vera Viewer',
    });
    await set(viewer, 'editor');
    const listed = await rules.members.list(projectId, viewer);
    expect(listed.map(({ name, role }) => [name, role])).toEqual([
      ['Sam Staff', 'owner'],
      ['Vera Viewer', 'editor'],
    ]);
    await remove(viewer);
    await expect(remove(viewer)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(rules.members.list(projectId, viewer)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await set(viewer);
    expect(published()).toEqual(['viewer', 'editor', '', 'viewer']);
  });

  it('do not change when added again with the same role, and nothing is published', async () => {
    const first = await set(rules.editor, 'editor');
    rules.clock.advance(1_000);
    expect(await set(rules.editor, 'editor')).toEqual(first);
    expect(published()).toEqual(['editor']);
  });

  it('have the current name of their user', async () => {
    await set(rules.editor, 'editor');
    rules.names[rules.editor.actor.sub] = 'Edgar Newname';
    expect(await set(rules.editor, 'editor')).toMatchObject({ name: 'Edgar Newname' });
  });

  it('can get another role, which adds no one: the default role is for new members (AUTH-38, PROJ-44)', async () => {
    const change = (role: string, userId = rules.viewer.actor.sub) =>
      rules.members.set({ projectId, userId, role, changeOnly: true }, rules.staff);
    for (const userId of [rules.viewer.actor.sub, newId()])
      await expect(change('editor', userId)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Member not found' });
    expect(rules.memberRows.all()).toHaveLength(0);
    await set(rules.viewer, 'owner');
    await expect(change('')).rejects.toMatchObject({ fields: { role: 'Role is required' } });
    expect(await change('editor')).toMatchObject({ role: 'editor' });
    expect(published()).toEqual(['owner', 'editor']);
  });

  it('are added once, also concurrently', async () => {
    await Promise.all(Array.from({ length: 5 }, () => set(rules.editor, 'editor')));
    expect(rules.memberRows.all()).toHaveLength(1);
    expect(published()).toEqual(['editor']);
  });

  it('are existing users; the creator stays owner (AUTH-35)', async () => {
    // also for names of Object.prototype
    for (const userId of [newId(), 'constructor', '__proto__'])
      await expect(rules.members.set({ projectId, userId, role: '' }, rules.staff)).rejects.toMatchObject({
        fields: { user_id: 'There is no such user' },
      });
    await expect(rules.members.set({ projectId, userId: '', role: '' }, rules.staff)).rejects.toMatchObject({
      fields: { user_id: 'User is required' },
    });
    await expect(set(rules.viewer, 'admin')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(set(rules.staff, 'viewer', rules.admin)).rejects.toMatchObject({ reason: 'creator_is_owner' });
    await expect(remove(rules.staff)).rejects.toMatchObject({ reason: 'creator_is_owner' });
  });
});
