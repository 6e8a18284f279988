import { DatabaseHost } from '@symbio/mongo';
import { createPropagation } from '@symbio/events';
import { erasePeopleIn, namesIn } from '@symbio/people';
import { keycloakDependency } from '@symbio/keycloak';
import type { Clock, RunningService, ServiceModule } from '@symbio/runtime';
import { createMailer } from '@symbio/mail';
import { apiKeyEvents, IdentityServiceService, userEvents } from '@symbio/proto/identity';
import type { Accounts } from './accounts.js';
import { createAdministration } from './administration.js';
import { createApiKeys } from './api-keys.js';
import { startAudit } from './audit/start.js';
import { createAuthors } from './authors.js';
import { readConfig, type IdentityConfig } from './config.js';
import { createConfirmations } from './confirmations.js';
import { consumers } from './consumers.js';
import { createErasure } from './erasure.js';
import { createHandlers } from './handlers.js';
import { createInvitedAccounts } from './invited-accounts.js';
import { createKeyNotices } from './key-notices.js';
import { createKeyWrites } from './key-writes.js';
import { keyWriteRepository } from './key-write-repository.js';
import { keycloakAccounts } from './keycloak-accounts.js';
import { seedLocal } from './local-seed.js';
import { createOrganizations } from './organizations.js';
import { organizationRepository } from './organization-repository.js';
import { migrations } from './migrations/index.js';
import { identityModels } from './model.js';
import { apiKeyNames } from './names-of-people.js';
import { policies } from './policy.js';
import { apiKeyRepository, authorRepository, grantRepository, userRepository } from './repository.js';
import { createPasswords } from './passwords.js';
import { passwordMailRepository } from './password-mail-repository.js';
import { createRegistrations } from './registrations.js';
import { createResendConfirmation, createSignUp } from './sign-up.js';
import { createUsers } from './users.js';

/** Tests pass a clock, and accounts in place of Keycloak's. */
export async function start(config: IdentityConfig, clock?: Clock, ownAccounts?: Accounts): Promise<RunningService> {
  const host = await DatabaseHost.connect({ name: 'identity', config, clock, serves: IdentityServiceService });
  const models = identityModels(host.mongo);
  await host.migrate(migrations);
  const repositories = {
    users: userRepository(models.users, host.writer(models.users)),
    authors: authorRepository(models.authors, host.writer(models.authors)),
    apiKeys: apiKeyRepository(models.apiKeys, host.writer(models.apiKeys)),
    grants: grantRepository(models.rolePermissions),
    keyWrites: keyWriteRepository(models.keyWrites),
    passwordMails: passwordMailRepository(models.passwordMails),
  };
  const { log, self } = host;
  // only needed to create and change accounts; existing users are recognised without it
  if (!ownAccounts) host.dependsOn({ ...keycloakDependency(config), neededFor: 'background' });
  const accounts = ownAccounts ?? keycloakAccounts(config, host.clock, log);
  const secretWord = config.SECRET_WORD;
  const users = createUsers(repositories);
  const authors = createAuthors(repositories);
  const propagation = createPropagation(
    host.broker,
    [apiKeyEvents.revoked, apiKeyEvents.rotated, userEvents.changed],
    log,
  );
  const apiKeys = createApiKeys({
    ...repositories,
    propagation,
    clock: host.clock,
    hasMail: config.SMTP_URL !== '',
  });
  const keyWrites = createKeyWrites(repositories.keyWrites, repositories.users);
  const organizations = createOrganizations(
    organizationRepository(models.organizations, host.writer(models.organizations)),
  );
  const administration = createAdministration({ ...repositories, organizations, accounts, propagation, log });
  const people = await erasePeopleIn(host, userEvents.erased, [namesIn(models.apiKeys, apiKeyNames)]);
  const erasure = createErasure({ ...repositories, administration, accounts, people, clock: host.clock, log, self });
  const mailer = config.SMTP_URL ? createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM }) : undefined;
  if (mailer) host.lifecycle.onStop('close-mongo', 'mail', () => mailer.close());
  else log.info('SMTP_URL is not set: registration and password resets are disabled');
  const passwords = createPasswords({
    ...repositories,
    accounts,
    mailer,
    publicUrl: config.PUBLIC_URL,
    clock: host.clock,
    log,
  });
  const confirmations = createConfirmations({
    ...repositories,
    accounts,
    registrations: createRegistrations([config.KEYCLOAK_ADMIN_SECRET, config.KEYCLOAK_ADMIN_SECRET_PREVIOUS]),
    mailer,
    publicUrl: config.PUBLIC_URL,
    clock: host.clock,
    log,
    self,
  });
  const signUp = createSignUp({ accounts, users, confirmations, passwords, secretWord });
  const resendConfirmation = createResendConfirmation({ accounts, confirmations });
  const invitedAccounts = createInvitedAccounts({
    accounts,
    users,
    userRows: repositories.users,
    grants: repositories.grants,
  });
  const keyNotices = createKeyNotices({
    ...repositories,
    mailer,
    publicUrl: config.PUBLIC_URL,
    clock: host.clock,
    log,
  });
  const { trail, retention, onAudited } = await startAudit(host, config, async (ids) => {
    const rows = await repositories.users.findAll(ids);
    return new Map(rows.flatMap(({ _id, organizationId }) => (organizationId ? [[_id, organizationId]] : [])));
  });
  host.serve(
    IdentityServiceService,
    createHandlers({
      users,
      administration,
      organizations,
      erasure,
      authors,
      apiKeys,
      keyWrites,
      signUp,
      resendConfirmation,
      confirmations,
      passwords,
      invitedAccounts,
      trail,
      retention,
      secretWord,
    }),
    policies,
  );
  await host.prepared(async () => {
    await repositories.grants.seed();
    if (config.SYMBIO_LOCAL === '1')
      await seedLocal({ users, authors, apiKeys: repositories.apiKeys }, { actor: self });
  });
  host.consume(...consumers({ keyWrites, trail, onAudited }));
  host.sweep(erasure.sweep);
  host.sweep(confirmations.sweep);
  host.sweep(passwords.sweep);
  host.sweep(keyNotices.sweep);
  return host.run();
}

export const service: ServiceModule<IdentityConfig> = { name: 'identity', readConfig, start };
