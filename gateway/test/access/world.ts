import { createFolderStore } from '@symbio/blobs';
import { newId, serviceActor, type Actor } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import { TestClock } from '@symbio/runtime/testing';
import { DISABLED, KEY_USERS, PASSWORD, ROLES, makeAccounts, type Account } from './accounts.js';
import {
  ADMINISTRATOR,
  CREATOR,
  ELSEWHERE,
  KEY_ELSEWHERE,
  KEY_HERE,
  KEY_OF_ADMINISTRATOR,
  NOWHERE,
  PEOPLE,
  type InternalStranger,
  type Key,
  type Known,
  type Person,
  type Stranger,
} from './callers.js';
import { callBy, wrongInternalTokens, wrongTokens } from './credentials.js';
import { PROJECT, projectFields } from './samples.js';
import { FILES_SECRET, type System } from './system.js';
import { there } from './there.js';
import { issueMakers } from './world-issues.js';
import { projectMakers } from './world-projects.js';
import { makeThings } from './world-things.js';

/** A client firm, by its id, its name and calls as an administrator of the operator. */
export interface Firm {
  organizationId: string;
  name: string;
  asOperator: () => Promise<CallParent>;
}

/** Creates people, keys, two projects and one object of each kind in the first; of a firm all are its own. */
export async function makeWorld(system: System, firm?: Firm) {
  const { clients } = system;
  const accounts = await makeAccounts<Person | (typeof DISABLED)[number]>(system, [
    ...PEOPLE.map((name) => ({ name, role: ROLES[name] })),
    // even the strongest role does not help
    ...DISABLED.map((name) => ({ name, role: 'administrator' })),
  ]);

  const asProcess = (name: string): Promise<CallParent> => callBy(serviceActor(name));
  const asGateway = (): Promise<CallParent> => asProcess('gateway');
  const asWorker = (): Promise<CallParent> => asProcess('document-worker');
  async function actorOf({ id, email }: Account, name: string, role: string): Promise<Actor> {
    const { caller } = await clients.identity.resolveUser(
      { userId: id, email, name, realmRoles: [role] },
      await asGateway(),
    );
    const { authorId, permissions } = there(caller, 'caller');
    return { sub: id, authorId, name, role, permissions, via: 'user', scopes: [], ...(await joined(id)) };
  }
  async function joined(userId: string): Promise<Pick<Actor, 'organizationId'>> {
    if (!firm) return {};
    const { organizationId } = firm;
    await clients.identity.updateUser({ userId, organizationId }, await firm.asOperator());
    return { organizationId };
  }
  const people = Object.fromEntries(
    await Promise.all(PEOPLE.map(async (name) => [name, await actorOf(accounts[name], name, ROLES[name])] as const)),
  ) as Record<Person, Actor>;
  await Promise.all(DISABLED.map((name) => actorOf(accounts[name], name, 'administrator')));
  const [closed] = DISABLED;
  const as = (person: Person): Promise<CallParent> => callBy(people[person]);

  const { makeProject, sampleId, spares, takeProject, takeDeletedProject } = projectMakers(clients, as, people);
  const title = firm ? `A project of ${firm.name}` : PROJECT;
  const projectId = await makeProject(newId(), title);
  const otherProjectId = newId();
  await clients.project.createProject(
    { id: otherProjectId, fields: projectFields('Another project') },
    await as(ADMINISTRATOR),
  );
  await clients.project.setMember(
    { projectId: otherProjectId, userId: people[ELSEWHERE].sub, role: 'owner' },
    await as(ADMINISTRATOR),
  );
  const scopes: Partial<Record<Key, string[]>> = {
    [KEY_HERE]: [projectId, ...spares],
    [KEY_ELSEWHERE]: [otherProjectId],
  };

  const { author: agentAuthor } = await clients.identity.createAgentAuthor(
    { agentName: firm ? `Reader of ${firm.name}` : 'Map Reader', agentVersion: '1', agentDate: '2026-01-31' },
    await as(ADMINISTRATOR),
  );
  const agentId = there(agentAuthor, 'agent').id;
  async function newKey(name: string, userId: string, projectIds: string[] = []): Promise<{ id: string; key: string }> {
    const { apiKey, key } = await clients.identity.createApiKey(
      { name, userId, projectIds, authorId: '' },
      await as(ADMINISTRATOR),
    );
    return { id: there(apiKey, 'API key').id, key };
  }
  const keyNames = Object.keys(KEY_USERS) as Key[];
  const keys = Object.fromEntries(
    await Promise.all(
      keyNames.map(async (name) => [name, await newKey(name, people[KEY_USERS[name]].sub, scopes[name])] as const),
    ),
  ) as Record<Key, { id: string; key: string }>;
  const keyActor = (name: Key): Actor => ({
    ...people[KEY_USERS[name]],
    name,
    via: 'api_key',
    scopes: scopes[name] ?? [],
  });
  const keyActors = Object.fromEntries(keyNames.map((name) => [name, keyActor(name)])) as Record<Key, Actor>;
  const actors: Readonly<Record<Known, Actor>> = { ...people, ...keyActors };
  // bound to the agent, for an administrator, so nothing but the agent is a reason to refuse it
  const { key: agentKey } = await clients.identity.createApiKey(
    { name: 'key of an agent', userId: people[ADMINISTRATOR].sub, projectIds: [], authorId: agentId },
    await as(ADMINISTRATOR),
  );
  const agent: Actor = {
    ...people[ADMINISTRATOR],
    ...{ name: 'Map Reader 1', via: 'api_key', authorId: agentId, agentId, keyId: newId() },
  };
  const revoked = await newKey('revoked', people[ADMINISTRATOR].sub);
  await clients.identity.revokeApiKey({ id: revoked.id }, await as(ADMINISTRATOR));
  const keyOfDisabled = await newKey('of a disabled person', accounts[closed].id);
  for (const name of DISABLED)
    await clients.identity.updateUser({ userId: accounts[name].id, disabled: true }, await as(ADMINISTRATOR));

  const deletedProjectId = await takeDeletedProject();

  const signing = { dir: system.blobDir, secret: FILES_SECRET };
  const blobs = createFolderStore(signing);
  const pastBlobs = createFolderStore({ ...signing, clock: new TestClock(new Date('2026-01-01T00:00:00Z')) });
  const makers = { clients, blobs, agentId, asWorker };
  const things = await makeThings({ ...makers, projectId, asMaker: () => as(CREATOR) });
  const { newIssue, deletedIssue, newComment, newScreenshot } = issueMakers(clients, as);
  async function newUser(name = 'Somebody New', email = `${newId()}@access.test`): Promise<string> {
    const userId = newId();
    await clients.identity.resolveUser({ userId, email, name, realmRoles: ['customer'] }, await asGateway());
    await joined(userId);
    return userId;
  }
  async function newAccount(): Promise<string> {
    const { somebody } = await makeAccounts(system, [{ name: 'somebody', role: 'customer' }]);
    await actorOf(somebody, 'Somebody', 'customer');
    return somebody.id;
  }
  async function newMember(): Promise<string> {
    const userId = await newUser();
    await clients.project.setMember({ projectId, userId, role: 'viewer' }, await as(CREATOR));
    return userId;
  }
  async function newInvitation(): Promise<string> {
    const request = { projectId, email: `${newId()}@access.test`, role: 'viewer' };
    const { outcome } = await clients.project.inviteMember(request, await as(CREATOR));
    return outcome?.$case === 'invitation' ? outcome.value.id : '';
  }
  const inTurn = <Name extends keyof typeof accounts>(names: readonly [Name, ...Name[]]): (() => Account) => {
    let turn = 0;
    return () => accounts[names[turn++ % names.length] ?? names[0]];
  };
  const searched = { email: 'whose-address-is-searched@access.test' };
  await newUser('Nobody Else', searched.email);
  const issue = await newIssue();
  const comment = await newComment(issue.id);

  const wrong = await wrongTokens(system, accounts[ADMINISTRATOR].tokens, {
    tokens: accounts[NOWHERE].tokens,
    email: accounts[NOWHERE].email,
    password: PASSWORD,
  });
  const bearer = (token: string): string => `Bearer ${token}`;
  const known = Object.fromEntries([
    ...PEOPLE.map((name) => [name, bearer(accounts[name].tokens.access_token)]),
    ...keyNames.map((name) => [name, bearer(keys[name].key)]),
  ]) as Record<Known, string>;
  const strangers: Readonly<Record<Stranger, string | undefined>> = {
    nobody: undefined,
    'no bearer': `Basic ${Buffer.from(`${accounts[ADMINISTRATOR].email}:${PASSWORD}`).toString('base64')}`,
    'not a token': bearer('administrator'),
    'expired token': bearer(wrong.expired),
    'token with another role written in': bearer(wrong.otherRole),
    'token with another signature': bearer(wrong.otherSignature),
    "token signed by another key under the realm's key id": bearer(wrong.otherKey),
    'token signed with the public key as a secret': bearer(wrong.publicKeyAsSecret),
    'token with alg none': bearer(wrong.algNone),
    'token of another issuer': bearer(wrong.otherIssuer),
    'ID token': bearer(wrong.idToken),
    'refresh token': bearer(wrong.refreshToken),
    'token of the service account': bearer(wrong.serviceAccount),
    'unknown API key': bearer(`sk_${'0'.repeat(48)}`),
    'revoked API key': bearer(revoked.key),
    'disabled person': bearer(accounts[closed].tokens.access_token),
    'API key of a disabled person': bearer(keyOfDisabled.key),
  };
  const internalStrangers: Readonly<Record<InternalStranger, string>> = await wrongInternalTokens(
    actors[ADMINISTRATOR],
    actors[NOWHERE],
    { accessToken: accounts[ADMINISTRATOR].tokens.access_token, apiKey: keys[KEY_OF_ADMINISTRATOR].key },
  );

  return {
    system,
    title,
    accounts,
    actors,
    as,
    /** An administrator of the installation. */
    asOperator: firm?.asOperator ?? (() => as(ADMINISTRATOR)),
    keys,
    credentials: { known, strangers, internalStrangers },
    projectId,
    deletedProjectId,
    otherProjectId,
    agentId,
    agent: { authorization: bearer(agentKey), actor: agent },
    ...things,
    makeThingsIn: (otherId: string) => makeThings({ ...makers, projectId: otherId, asMaker: () => as(ADMINISTRATOR) }),
    issue,
    comment,
    searched,
    /** One person at a time: concurrent sign-ins to one account trigger the guessing limit. */
    nextPerson: inTurn(PEOPLE),
    nextDisabled: inTurn(DISABLED),
    expiredFileUrl: (): Promise<string> => pastBlobs.signedUrl(things.document.filePath, { expiresIn: 60 }),
    sampleId,
    makeProject,
    takeProject,
    takeDeletedProject,
    newIssue,
    deletedIssue,
    newComment,
    newScreenshot,
    newUser,
    newAccount,
    newMember,
    newInvitation,
    newKey: () => newKey('for a row', people[ADMINISTRATOR].sub),
    async stop(): Promise<void> {
      await Promise.all([blobs.close(), pastBlobs.close()]);
    },
  };
}

export type World = Awaited<ReturnType<typeof makeWorld>>;
