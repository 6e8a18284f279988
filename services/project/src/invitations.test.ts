import { AppError, newId } from '@symbio/runtime';
import { person, administrator, eventually } from '@symbio/runtime/testing';
import { contextOf } from '@symbio/rpc/testing';
import type { CallContext } from '@symbio/rpc';
import type { ProjectMailRow } from './model.js';
import { projectRules, type ProjectRules } from '../test/memory.js';

const NORA = 'nora@example.test';
const DAY_MS = 86_400_000;

let rules: ProjectRules;
let projectId: string;
let gateway: CallContext;
beforeEach(async () => {
  rules = projectRules();
  gateway = contextOf(person({ via: 'service', sub: 'service:gateway' }));
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

const invite = (email = NORA, role = 'editor', by = rules.staff) =>
  rules.invitations.invite({ projectId, email, role }, by);
/** @returns the token of the last mailed link */
async function mailed(): Promise<string> {
  await rules.mails.sendDue(new AbortController().signal);
  // an invitation also wakes the sweep
  const isPending = ({ due, tries }: ProjectMailRow): boolean =>
    due !== undefined && (tries > 0 || due <= rules.clock.now());
  await eventually(() => expect(rules.mailRows.filter(isPending)).toEqual([]));
  return /invitation\?token=([\w-]+)/.exec(rules.sent.at(-1)?.mail.text ?? '')?.[1] ?? '';
}
const register = (token: string) =>
  rules.invitations.register({ token, name: 'Nora North', password: 'a good one' }, gateway);
const members = async () => (await rules.members.list(projectId, rules.admin)).map(({ name, role }) => [name, role]);
const signedIn = (userId: string): CallContext => contextOf(person({ sub: userId, name: 'Nora North' }));
const over = { code: 'NOT_FOUND', reason: 'invitation_over' };

describe('an invitation (D-74)', () => {
  it('mails a link that creates the account and adds the person with the role', async () => {
    const { invitation } = (await invite(` Nora@Example.test `)) as { invitation: { email: string; role: string } };
    expect(invitation).toMatchObject({ email: NORA, role: 'editor', invitedByName: 'Sam Staff' });
    const token = await mailed();
    expect(token).toHaveLength(43);
    expect(rules.sent).toHaveLength(1);
    expect(rules.sent[0]).toMatchObject({ to: NORA, mail: { subject: 'Invitation to Riverside Mill' } });
    expect(rules.sent[0]?.mail.text).toContain('Sam Staff invites you to the project "Riverside Mill"');
    expect(JSON.stringify(rules.invitationRows)).not.toContain(token);
    expect(await rules.invitations.get(token)).toMatchObject({
      email: NORA,
      projectTitle: 'Riverside Mill',
      role: 'editor',
      hasAccount: false,
    });
    expect(await register(token)).toMatchObject({ projectId, email: NORA });
    expect(await members()).toEqual([
      ['Sam Staff', 'owner'],
      ['Nora North', 'editor'],
    ]);
    expect(await rules.invitations.list(projectId, rules.staff)).toEqual([]);
  });

  it('is used once', async () => {
    await invite();
    const token = await mailed();
    const outcomes = await Promise.allSettled([register(token), register(token)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(register(token)).rejects.toMatchObject(over);
    await expect(rules.invitations.get(token)).rejects.toMatchObject(over);
  });

  it('again replaces the previous link, also before the new one is mailed', async () => {
    await invite();
    const first = await mailed();
    await invite(NORA, 'viewer');
    await expect(rules.invitations.get(first)).rejects.toMatchObject(over);
    const second = await mailed();
    expect(second).not.toBe(first);
    expect(await rules.invitations.list(projectId, rules.staff)).toMatchObject([{ email: NORA, role: 'viewer' }]);
    await register(second);
    expect(await members()).toContainEqual(['Nora North', 'viewer']);
  });

  it('expires after seven days, and says whom to ask', async () => {
    await invite();
    const token = await mailed();
    rules.clock.advance(7 * DAY_MS - 1);
    await rules.invitations.get(token);
    rules.clock.advance(1);
    const expired = {
      reason: 'invitation_expired',
      message: 'This invitation has expired. Ask Sam Staff for another one.',
    };
    await expect(rules.invitations.get(token)).rejects.toMatchObject(expired);
    await expect(register(token)).rejects.toMatchObject(expired);
    expect(await rules.invitations.list(projectId, rules.staff)).toHaveLength(1);
  });

  it('can be withdrawn', async () => {
    await invite();
    const token = await mailed();
    const [{ id = '' } = {}] = await rules.invitations.list(projectId, rules.staff);
    await rules.invitations.withdraw(projectId, id, rules.staff);
    await expect(register(token)).rejects.toMatchObject(over);
    await expect(rules.invitations.withdraw(projectId, id, rules.staff)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('ends when the inviter may no longer invite', async () => {
    await rules.members.set({ projectId, userId: rules.editor.actor.sub, role: 'owner' }, rules.staff);
    await invite(NORA, 'editor', rules.editor);
    const token = await mailed();
    await rules.members.set({ projectId, userId: rules.editor.actor.sub, role: 'editor' }, rules.staff);
    await expect(rules.invitations.get(token)).rejects.toMatchObject(over);
    await expect(register(token)).rejects.toMatchObject(over);
    await invite('otto@example.test', 'viewer', rules.admin);
    const other = await mailed();
    await rules.invitations.get(other);
    rules.identity.disabled.add(rules.admin.actor.sub);
    await expect(rules.invitations.get(other)).rejects.toMatchObject(over);
  });

  it('ends with its project', async () => {
    await invite();
    const token = await mailed();
    await rules.deletions.delete(projectId, rules.staff);
    await expect(rules.invitations.get(token)).rejects.toMatchObject(over);
    await expect(register(token)).rejects.toMatchObject(over);
  });

  it('stays valid when the account cannot be created', async () => {
    await invite();
    const token = await mailed();
    rules.identity.fail(new AppError('UNAVAILABLE', 'sign_up_unavailable', 'Creating an account is not possible.'));
    await expect(register(token)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    rules.identity.fail(undefined);
    await register(token);
    expect(await members()).toContainEqual(['Nora North', 'editor']);
  });

  it('is accepted by the signed-in holder of the address only', async () => {
    await invite();
    const token = await mailed();
    await expect(rules.invitations.accept(token, rules.stranger)).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      reason: 'other_address',
    });
    const userId = newId();
    rules.identity.people.set(NORA, userId);
    rules.names[userId] = 'Nora North';
    expect(await rules.invitations.get(token)).toMatchObject({ hasAccount: true });
    expect(await rules.invitations.accept(token, signedIn(userId))).toEqual({ projectId });
    expect(await members()).toContainEqual(['Nora North', 'editor']);
    await expect(rules.invitations.accept(token, signedIn(userId))).rejects.toMatchObject(over);
  });

  it('keeps the role of people who were added since', async () => {
    await invite(NORA, 'owner');
    const token = await mailed();
    const userId = newId();
    rules.identity.people.set(NORA, userId);
    rules.names[userId] = 'Nora North';
    await rules.members.set({ projectId, userId, role: 'viewer' }, rules.staff);
    await rules.invitations.accept(token, signedIn(userId));
    expect(await members()).toContainEqual(['Nora North', 'viewer']);
  });

  it('adds the holder of an account at once, who gets a mail', async () => {
    rules.identity.people.set('vera@symbio.test', rules.viewer.actor.sub);
    expect(await invite('vera@symbio.test', 'editor')).toMatchObject({
      member: { name: 'Vera Viewer', role: 'editor' },
    });
    expect(await rules.invitations.list(projectId, rules.staff)).toEqual([]);
    await mailed();
    expect(rules.sent).toEqual([]);
    rules.clock.advance(15_000);
    await mailed();
    expect(rules.sent).toMatchObject([
      { to: 'vera@symbio.test', mail: { subject: 'You were added to Riverside Mill' } },
    ]);
    expect(rules.sent[0]?.mail.text).toContain(
      'Sam Staff added you to the project "Riverside Mill" in Symbio, as an editor',
    );
    expect(rules.sent[0]?.mail.text).toContain(`https://symbio.example/projects/${projectId}`);
    await expect(invite('vera@symbio.test')).rejects.toMatchObject({ reason: 'already_member' });
  });

  it('is for owners and administrators, who are people', async () => {
    await rules.members.set({ projectId, userId: rules.editor.actor.sub, role: 'editor' }, rules.staff);
    await expect(invite(NORA, 'viewer', rules.editor)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(invite(NORA, 'viewer', rules.stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const agent = administrator({ via: 'api_key', agentId: newId() });
    await expect(invite(NORA, 'viewer', contextOf(agent))).rejects.toMatchObject({ reason: 'agents_propose' });
    await expect(rules.invitations.list(projectId, rules.editor)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    expect(rules.mailRows.filter(({ kind }) => kind === 'invited')).toEqual([]);
  });

  it.each([
    ['nora', 'editor', { email: 'Invalid email address' }],
    ['', 'editor', { email: 'Email address is required' }],
    [NORA, 'admin', { role: 'Role must be one of viewer, editor, owner' }],
  ])('of %j as %j is refused', async (email, role, fields) => {
    await expect(invite(email, role)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', fields });
  });

  it('is limited per address and per person', async () => {
    for (let count = 0; count < 3; count++) await invite();
    await expect(invite(NORA, 'viewer', rules.admin)).rejects.toMatchObject({
      code: 'RESOURCE_EXHAUSTED',
      reason: 'too_many_invitations',
    });
    const token = await mailed();
    await rules.invitations.get(token);
    for (let count = 3; count < 30; count++) await invite(`p${count}@example.test`);
    await expect(invite('last@example.test')).rejects.toMatchObject({ reason: 'too_many_invitations' });
    rules.clock.advance(3_600_000);
    await invite('last@example.test');
  });
});

describe('the mail to an added person', () => {
  const add = (by = rules.staff) =>
    rules.members.set({ projectId, userId: rules.viewer.actor.sub, role: 'viewer' }, by);
  const send = async (): Promise<number> => {
    rules.clock.advance(15_000);
    await mailed();
    return rules.sent.length;
  };

  it('is not sent when the addition was undone at once', async () => {
    await add();
    await rules.members.remove({ projectId, userId: rules.viewer.actor.sub }, rules.staff);
    expect(await send()).toBe(0);
  });

  it('is sent once a day, and not for another role', async () => {
    await add();
    expect(await send()).toBe(1);
    await rules.members.set({ projectId, userId: rules.viewer.actor.sub, role: 'editor' }, rules.staff);
    await rules.members.remove({ projectId, userId: rules.viewer.actor.sub }, rules.staff);
    await add();
    expect(await send()).toBe(1);
  });

  it('is not sent to people who add themselves', async () => {
    await rules.members.set({ projectId, userId: rules.admin.actor.sub, role: 'editor' }, rules.admin);
    expect(await send()).toBe(0);
  });
});

it('answers an address of another organization as an unknown one, and adds nobody (decision 0158)', async () => {
  const userId = newId();
  rules.identity.people.set(NORA, userId);
  rules.identity.organizations.set(userId, newId());
  expect(await invite()).toMatchObject({ invitation: { email: NORA } });
  const token = await mailed();
  await expect(rules.invitations.accept(token, signedIn(userId))).rejects.toMatchObject({
    ...{ code: 'PERMISSION_DENIED', reason: 'other_organization' },
  });
  expect(await members()).toEqual([['Sam Staff', 'owner']]);
});
