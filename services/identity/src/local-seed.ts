import { newId } from '@symbio/runtime';
import { apiKeyValues } from './api-keys.js';
import type { Authors } from './authors.js';
import type { ApiKeyRepository } from './repository.js';
import type { By, TokenClaims, Users } from './users.js';

/** Accounts of the local stack, matching its issuer (README.md); never used outside it. */
export const LOCAL_ACCOUNTS: readonly [TokenClaims, ...TokenClaims[]] = [
  {
    userId: '01890000-0000-7000-8000-000000000001',
    email: 'admin@symbio.test',
    name: 'Ada Admin',
    realmRoles: ['administrator'],
  },
  {
    userId: '01890000-0000-7000-8000-000000000002',
    email: 'staff@symbio.test',
    name: 'Sam Staff',
    realmRoles: ['symbio'],
  },
  {
    userId: '01890000-0000-7000-8000-000000000003',
    email: 'customer@symbio.test',
    name: 'Cora Customer',
    realmRoles: ['customer'],
  },
];

/** API key of the local stack's agent: it acts for the administrator and writes as the agent. */
export const LOCAL_API_KEY = 'sk_local_0000000000000000000000000000';
/** Local key's agent; its date is the release of 0.2.0 (SET-17). */
export const LOCAL_AGENT = { agentName: 'Local Agent', agentVersion: '0.2.0', agentDate: '2025-09-26' } as const;

export interface LocalSeedDeps {
  apiKeys: Pick<ApiKeyRepository, 'insert'>;
  users: Pick<Users, 'ensure'>;
  authors: Pick<Authors, 'ensureAgent'>;
}

/** Creates the local accounts, their authors, one agent and its key. Idempotent. */
export async function seedLocal({ apiKeys, users, authors }: LocalSeedDeps, context: By): Promise<void> {
  for (const account of LOCAL_ACCOUNTS) await users.ensure(account, context);
  const agent = await authors.ensureAgent(LOCAL_AGENT, context);
  await apiKeys.insert(
    newId(),
    apiKeyValues(LOCAL_API_KEY, {
      name: LOCAL_AGENT.agentName,
      userId: LOCAL_ACCOUNTS[0].userId,
      authorId: agent._id,
      projectIds: [],
      access: 'write',
      createdBy: context.actor.sub,
    }),
    context.actor,
  );
}
