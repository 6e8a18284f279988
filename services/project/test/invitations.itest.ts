import { newId } from '@symbio/runtime';
import { eventually, outcomeOf } from '@symbio/runtime/testing';
import { callAs, callAsService } from '@symbio/rpc/testing';
import type { CaughtMail } from '@symbio/fixtures/inbox';
import { admin, editor, staff, startService } from './service-under-test.js';

const { accounts, addMember, clock, close, create, inbox, projects } = await startService();
afterAll(close);

const newAddress = (): string => `${newId()}@example.test`;
const invite = async (projectId: string, email: string, role = 'editor', by = staff) =>
  projects.inviteMember({ projectId, email, role }, await callAs(by));
const mailsTo = async (email: string): Promise<CaughtMail[]> =>
  ((await (await fetch(`${inbox.url}/email`)).json()) as CaughtMail[]).filter(({ to }) => to.includes(email));
/** Token of the last of several links mailed to an address. */
const mailed = (email: string, times = 1): Promise<string> =>
  eventually(async () => {
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(times);
    return /invitation\?token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
  });
const look = async (token: string) => outcomeOf(projects.getInvitation({ token }, await callAsService('gateway')));
const register = async (token: string) =>
  projects.registerInvited({ token, name: 'Nora North', password: 'a good one' }, await callAsService('gateway'));
const members = async (projectId: string) =>
  (await projects.listMembers({ projectId }, await callAs(admin))).members.map(({ name, role }) => [name, role]);

describe('an invitation (D-74)', () => {
  it('is mailed, used once, and makes a member', async () => {
    const { id } = await create();
    const email = newAddress();
    const { outcome } = await invite(id, email);
    expect(outcome).toMatchObject({
      $case: 'invitation',
      value: { email, role: 'editor', invitedByName: 'Sam Staff' },
    });
    const token = await mailed(email);
    expect(await look(token)).toBe('OK');
    const uses = await Promise.allSettled([register(token), register(token), register(token)]);
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await members(id)).toEqual([
      ['Sam Staff', 'owner'],
      ['Nora North', 'editor'],
    ]);
    expect(await look(token)).toBe('NOT_FOUND');
    expect((await projects.listInvitations({ projectId: id }, await callAs(staff))).invitations).toEqual([]);
  });

  it('is one per address, also concurrently, and its newest link is the valid one', async () => {
    const { id } = await create();
    const email = newAddress();
    await Promise.all([invite(id, email, 'viewer'), invite(id, email, 'editor')]);
    expect((await projects.listInvitations({ projectId: id }, await callAs(staff))).invitations).toHaveLength(1);
    await eventually(async () => expect((await mailsTo(email)).length).toBeGreaterThan(0));
    const earlier = (await mailsTo(email)).length;
    const before = await mailed(email, earlier);
    await invite(id, email, 'owner');
    expect(await look(before)).toBe('NOT_FOUND');
    const token = await mailed(email, earlier + 1);
    expect(await look(token)).toBe('OK');
    clock.advance(7 * 86_400_000);
    expect(await look(token)).toBe('NOT_FOUND');
  });

  it('ends when withdrawn, and with its project', async () => {
    const { id } = await create();
    const [one, other] = [newAddress(), newAddress()];
    await invite(id, one);
    const token = await mailed(one);
    const { invitations } = await projects.listInvitations({ projectId: id }, await callAs(staff));
    await projects.withdrawInvitation({ projectId: id, id: invitations[0]?.id ?? '' }, await callAs(staff));
    expect(await look(token)).toBe('NOT_FOUND');
    await invite(id, other);
    const second = await mailed(other);
    expect(await look(second)).toBe('OK');
    await projects.deleteProject({ id }, await callAs(staff));
    expect(await look(second)).toBe('NOT_FOUND');
  });

  it('is not withdrawn through another project', async () => {
    const [mine, theirs] = [await create(), await create({}, staff)];
    await invite(theirs.id, newAddress());
    const { invitations } = await projects.listInvitations({ projectId: theirs.id }, await callAs(staff));
    const withdraw = projects.withdrawInvitation(
      { projectId: mine.id, id: invitations[0]?.id ?? '' },
      await callAs(staff),
    );
    expect(await outcomeOf(withdraw)).toBe('NOT_FOUND');
  });

  it('adds the holder of an account at once, who gets a mail', async () => {
    const { id } = await create();
    const email = `${editor.sub}@example.test`;
    accounts.set(editor.sub, email);
    expect((await invite(id, email, 'viewer')).outcome).toMatchObject({ $case: 'member', value: { role: 'viewer' } });
    clock.advance(15_000);
    await eventually(async () =>
      expect(await mailsTo(email)).toMatchObject([{ subject: 'You were added to Riverside Mill' }]),
    );
    expect(await outcomeOf(invite(id, email))).toBe('FAILED_PRECONDITION');
  });

  it('ends when the inviter may no longer invite', async () => {
    const { id } = await create();
    await addMember(id, editor.sub, 'owner');
    const email = newAddress();
    await invite(id, email, 'viewer', editor);
    const token = await mailed(email);
    await addMember(id, editor.sub, 'viewer');
    expect(await look(token)).toBe('NOT_FOUND');
  });
});
