import { createPublicKey, randomBytes } from 'node:crypto';
import { newPrivateKey } from '../dev/new-key.js';
import { keyHolders } from '../topology.js';

/** Who the scenarios act as: the first account of a trial, with the password that journeys in Chromium type. */
export const ACCOUNT = { email: 'staff@symbio.test', password: 'symbio-local' } as const;

interface Secret {
  apiVersion: 'v1';
  kind: 'Secret';
  metadata: { name: string };
  stringData: Record<string, string>;
}

const secret = (name: string, stringData: Record<string, string>): Secret => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name },
  stringData,
});

const word = (): string => randomBytes(32).toString('base64url');

/** Every Secret of a trial installation. */
export function trialSecrets(): Secret[] {
  const pairs = keyHolders.map((name) => ({ name, key: newPrivateKey('ed25519') }));
  const keys = pairs.map(({ name, key }) => ({ ...createPublicKey(key).export({ format: 'jwk' }), kid: name }));
  return [
    ...pairs.map(({ name, key }) =>
      secret(`symbio-signing-${name}`, { key: JSON.stringify(key.export({ format: 'jwk' })) }),
    ),
    secret('symbio-public-keys', { keys: JSON.stringify({ keys }) }),
    secret('symbio-files', { secret: word() }),
    secret('symbio-keycloak', { 'admin-client': word() }),
    secret('symbio-words', { SECRET_WORD: 'phase-one' }),
    secret('symbio-s3', { 'access-key-id': 'symbio', 'secret-access-key': word() }),
    secret('symbio-walk', ACCOUNT),
    secret('symbio-backup', { passphrase: word() }),
  ];
}
