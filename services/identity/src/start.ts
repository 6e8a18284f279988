import { ServiceHost, ensureIndexes, type Clock, type RunningService, type ServiceModule } from '@symbio/kit';
import { IdentityServiceService } from '@symbio/proto/identity';
import type { Accounts } from './accounts.js';
import { createAdministration } from './administration.js';
import { createApiKeys } from './api-keys.js';
import { createAuthors } from './authors.js';
import { readConfig, type IdentityConfig } from './config.js';
import { Confirmations } from './confirmations.js';
import { createHandlers } from './handlers.js';
import { keycloakAccounts } from './keycloak-accounts.js';
import { seedLocal } from './local-seed.js';
import { identityModels } from './model.js';
import { policies } from './policy.js';
import { identityRepository } from './repository.js';
import { createSignUp } from './sign-up.js';
import { createUsers } from './users.js';

/** Starts the service; tests hand in a clock, and accounts in place of Keycloak's. */
export async function start(config: IdentityConfig, clock?: Clock, ownAccounts?: Accounts): Promise<RunningService> {
  const host = await ServiceHost.connect({ name: 'identity', config, clock });
  const models = identityModels(host.mongo);
  const repo = identityRepository(models, {
    users: host.writer(models.users),
    authors: host.writer(models.authors),
    apiKeys: host.writer(models.apiKeys),
  });
  const accounts = ownAccounts ?? keycloakAccounts(config, host.clock, host.log);
  const users = createUsers(repo);
  const authors = createAuthors(repo);
  const apiKeys = createApiKeys(repo, host.clock);
  const secretWord = config.SECRET_WORD;
  const confirmations = new Confirmations({ repo, accounts, clock: host.clock, log: host.log, actor: host.self });
  const signUp = createSignUp({ accounts, users, confirmations, secretWord });
  const administration = createAdministration({ repo, accounts, log: host.log });
  host.serve(
    IdentityServiceService,
    createHandlers({ users, administration, authors, apiKeys, signUp, secretWord }),
    policies,
  );
  // what follows relies on the unique indexes
  await ensureIndexes(host.mongo);
  await repo.seedGrants();
  await repo.adoptApiKeys(host.clock.now());
  if (config.SYMBIO_LOCAL === '1') await seedLocal({ repo, users, authors }, host.self);
  const running = await host.run();
  confirmations.start();
  host.lifecycle.onStop('drain-work', 'confirmations', () => confirmations.stop());
  return running;
}

export const service: ServiceModule<IdentityConfig> = { name: 'identity', readConfig, start };
