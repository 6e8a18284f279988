import { natsAuthorization, natsUsers } from '@symbio/topology/nats-permissions';
import { keyHolders } from '@symbio/topology';
import { NAMES, natsName, newSigningKey, randomSecret, signingName, type Secret } from './manifest.js';

/** Existing values; others are generated, or left out if that is impossible. */
export interface GivenValues {
  mongodbUri?: string | undefined;
  natsUrl?: string | undefined;
  natsHost?: string | undefined;
  s3AccessKeyId?: string | undefined;
  s3SecretAccessKey?: string | undefined;
  keycloakSecret?: string | undefined;
  secretWord?: string | undefined;
  smtpUrl?: string | undefined;
  aiKey?: string | undefined;
  backupPassphrase?: string | undefined;
  walkEmail?: string | undefined;
  walkPassword?: string | undefined;
}

function bundledNats(host: string): Secret[] {
  const passwords = new Map(natsUsers.map(({ name }) => [name, randomSecret()]));
  const settings = natsAuthorization((user) => JSON.stringify(passwords.get(user)));
  return [
    { name: NAMES.natsServer, values: { 'users.conf': settings } },
    ...[...passwords].map(([user, password]) => ({
      name: natsName(user),
      values: { url: `nats://${user}:${password}@${host}:4222` },
    })),
  ];
}

/** Every Secret of an installation, and the names of values that were neither given nor generated. */
export function newSecrets(given: GivenValues, at: Date): { secrets: Secret[]; missing: string[] } {
  const keys = keyHolders.map((name) => ({ name, ...newSigningKey(name, at) }));
  const secrets: Secret[] = [
    ...keys.map(({ name, secret }) => ({ name: signingName(name), values: { key: secret } })),
    { name: NAMES.publicKeys, values: { keys: JSON.stringify({ keys: keys.map(({ publicKey }) => publicKey) }) } },
    { name: NAMES.files, values: { secret: randomSecret() } },
    { name: NAMES.reports, values: { key: newSigningKey('reports', at).secret } },
    { name: NAMES.keycloak, values: { 'admin-client': given.keycloakSecret ?? randomSecret() } },
    { name: NAMES.words, values: { SECRET_WORD: given.secretWord ?? randomSecret().slice(0, 12) } },
    // an external store needs both; the bundled one accepts generated ones
    {
      name: NAMES.s3,
      values: {
        'access-key-id': given.s3AccessKeyId ?? 'symbio',
        'secret-access-key': given.s3SecretAccessKey ?? randomSecret(),
      },
    },
    { name: NAMES.backup, values: { passphrase: given.backupPassphrase ?? randomSecret() } },
    {
      name: NAMES.walk,
      values: { email: given.walkEmail ?? 'admin@symbio.test', password: given.walkPassword ?? randomSecret() },
    },
  ];
  const external: readonly [string, string, string | undefined][] = [
    [NAMES.mongodb, 'uri', given.mongodbUri],
    [NAMES.nats, 'url', given.natsUrl],
    [NAMES.smtp, 'url', given.smtpUrl],
    [NAMES.ai, 'key', given.aiKey],
  ];
  const missing: string[] = [];
  for (const [name, key, value] of external)
    if (value) secrets.push({ name, values: { [key]: value } });
    else missing.push(name);
  if (!given.natsUrl) secrets.push(...bundledNats(given.natsHost ?? 'symbio-nats'));
  return { secrets, missing };
}
