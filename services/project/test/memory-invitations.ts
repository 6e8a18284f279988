/** In-memory invitations, their mails, and an identity service. */
import { newId } from '@symbio/runtime';
import { CreateInvitedAccountResponse, Caller } from '@symbio/proto/identity';
import type { InvitationRepository, ProjectMailRepository } from '../src/invitation-repository.js';
import type { InvitationDeps } from '../src/invitations.js';
import type { InvitationRow, ProjectMailRow } from '../src/model.js';
import type { ProjectMailDeps } from '../src/project-mails.js';

const dropFrom = <T>(rows: T[], which: (row: T) => boolean): number => {
  const left = rows.filter((row) => !which(row));
  const dropped = rows.length - left.length;
  rows.splice(0, rows.length, ...left);
  return dropped;
};

export const memoryInvitations = (rows: InvitationRow[]): InvitationRepository => ({
  put({ projectId, email, ...values }) {
    const old = rows.find((row) => row.projectId === projectId && row.email === email);
    const row: InvitationRow = { _id: old?._id ?? newId(), projectId, email, ...values };
    if (old) rows.splice(rows.indexOf(old), 1);
    rows.push(row);
    return Promise.resolve(row);
  },
  find: (projectId, email) => Promise.resolve(rows.find((row) => row.projectId === projectId && row.email === email)),
  findByToken: (tokenHash) => Promise.resolve(rows.find((row) => row.tokenHash === tokenHash)),
  list: (projectId) => Promise.resolve(rows.filter((row) => row.projectId === projectId).reverse()),
  setLink(id, linkId, link) {
    const row = rows.find((each) => each._id === id && each.linkId === linkId);
    if (row) Object.assign(row, link);
    return Promise.resolve(row !== undefined);
  },
  useLink(tokenHash, now) {
    const row = rows.find((each) => each.tokenHash === tokenHash && each.goodUntil > now);
    if (row) row.tokenHash = undefined;
    return Promise.resolve(row);
  },
  restoreLink({ _id, linkId }, tokenHash) {
    const row = rows.find((each) => each._id === _id && each.linkId === linkId);
    if (row) row.tokenHash ??= tokenHash;
    return Promise.resolve();
  },
  accepted({ _id, linkId }) {
    dropFrom(rows, (row) => row._id === _id && row.linkId === linkId);
    return Promise.resolve();
  },
  remove: (projectId, id) =>
    Promise.resolve(dropFrom(rows, (row) => row._id === id && row.projectId === projectId) > 0),
  removeAllOf: (projectId) => Promise.resolve(void dropFrom(rows, (row) => row.projectId === projectId)),
});

export const memoryMails = (rows: ProjectMailRow[]): ProjectMailRepository => ({
  add: (row) => Promise.resolve(void rows.push({ _id: newId(), tries: 0, ...row })),
  count: (of, after) =>
    Promise.resolve(
      rows.filter(
        (row) =>
          row.askedAt > after && Object.entries(of).every(([name, value]) => row[name as keyof typeof of] === value),
      ).length,
    ),
  due: (now) => Promise.resolve(rows.flatMap(({ _id, due }) => (due && due <= now ? [_id] : []))),
  claim(id, now, until) {
    const row = rows.find((each) => each._id === id && each.due && each.due <= now);
    if (row) Object.assign(row, { due: until, tries: row.tries + 1 });
    return Promise.resolve(row);
  },
  done(id) {
    const row = rows.find((each) => each._id === id);
    if (row) row.due = undefined;
    return Promise.resolve();
  },
});

/** People with an account by address, who all can sign in; the administrator is the only one. */
export function fakeIdentity(names: Record<string, string>, administratorId: string) {
  const people = new Map<string, string>();
  const disabled = new Set<string>();
  /** By user id. */
  const organizations = new Map<string, string>();
  let failure: Error | undefined;
  const identity: InvitationDeps['identity'] & ProjectMailDeps['identity'] = {
    getUserNames: () => Promise.resolve({ names }),
    getMailAddresses: ({ ids }) =>
      Promise.resolve({
        addresses: (ids ?? []).map((userId = '') => ({
          userId,
          name: names[userId] ?? '',
          email: `${names[userId]?.split(' ')[0]?.toLowerCase()}@symbio.test`,
          role: 'customer',
          organizationId: '',
        })),
      }),
    getCaller: ({ userId = '' }) =>
      Promise.resolve({
        caller: disabled.has(userId)
          ? undefined
          : Caller.fromPartial({ userId, role: userId === administratorId ? 'administrator' : 'customer' }),
      }),
    findPerson({ email = '' }) {
      const userId = people.get(email) ?? '';
      const organizationId = organizations.get(userId) ?? '';
      return Promise.resolve({ userId, hasAccount: people.has(email), role: 'customer', organizationId });
    },
    createInvitedAccount({ email = '', name = '' }) {
      if (failure) return Promise.reject(failure);
      const userId = newId();
      people.set(email, userId);
      names[userId] = name;
      return Promise.resolve(CreateInvitedAccountResponse.fromPartial({ userId, authorId: newId() }));
    },
  };
  return {
    ...identity,
    people,
    disabled,
    organizations,
    fail(error: Error | undefined): void {
      failure = error;
    },
  };
}
