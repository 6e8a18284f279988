import { ServiceHost, ensureIndexes, type Clock, type RunningService, type ServiceModule } from '@symbio/kit';
import { IdentityServiceService } from '@symbio/proto/identity';
import { createApiKeys } from './api-keys.js';
import { createAuthors } from './authors.js';
import { readConfig, type IdentityConfig } from './config.js';
import { createHandlers } from './handlers.js';
import { keycloakAccounts } from './keycloak-accounts.js';
import { seedLocal } from './local-seed.js';
import { identityModels } from './model.js';
import { policies } from './policy.js';
import { identityRepository } from './repository.js';
import { createSignUp } from './sign-up.js';
import { createUsers } from './users.js';

/** Starts the service; tests hand in a clock. */
export async function start(config: IdentityConfig, clock?: Clock): Promise<RunningService> {
  const host = await ServiceHost.connect({ name: 'identity', config, clock });
  const models = identityModels(host.mongo);
  const repo = identityRepository(models, { users: host.writer(models.users), authors: host.writer(models.authors) });
  const users = createUsers(repo);
  const authors = createAuthors(repo);
  const apiKeys = createApiKeys(repo, host.clock);
  const secretWord = config.SECRET_WORD;
  const signUp = createSignUp({ accounts: keycloakAccounts(config, host.clock, host.log), users, secretWord });
  host.serve(IdentityServiceService, createHandlers({ users, authors, apiKeys, signUp, secretWord }), policies);
  // what follows relies on the unique indexes
  await ensureIndexes(host.mongo);
  await repo.seedGrants();
  if (config.SYMBIO_LOCAL === '1') await seedLocal({ repo, users, authors, clock: host.clock }, host.self);
  return host.run();
}

export const service: ServiceModule<IdentityConfig> = { name: 'identity', readConfig, start };
