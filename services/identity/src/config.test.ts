import { ConfigError } from '@symbio/runtime';
import { testKeys } from '@symbio/rpc/testing';
import { readConfig } from './config.js';

const env = {
  MONGODB_URI: 'mongodb://127.0.0.1/',
  NATS_URL: 'nats://127.0.0.1',
  ...testKeys('identity'),
  SECRET_WORD: 'phase-one',
  KEYCLOAK_URL: 'http://127.0.0.1:8180',
  KEYCLOAK_ADMIN_SECRET: 'secret',
  PUBLIC_URL: 'http://127.0.0.1:8080',
};

it('local accounts are off by default', () => {
  expect(readConfig(env).SYMBIO_LOCAL).toBe('0');
  expect(readConfig({ ...env, SYMBIO_LOCAL: '1' }).SYMBIO_LOCAL).toBe('1');
});

it('local accounts are refused in production', () => {
  expect(() => readConfig({ ...env, SYMBIO_LOCAL: '1', NODE_ENV: 'production' })).toThrow(ConfigError);
  expect(readConfig({ ...env, NODE_ENV: 'production' }).NODE_ENV).toBe('production');
});

it('managing accounts needs a client secret, and links need the public address (AUTH-21)', () => {
  expect(() => readConfig({ ...env, KEYCLOAK_ADMIN_SECRET: undefined, PUBLIC_URL: undefined })).toThrow(
    /KEYCLOAK_ADMIN_SECRET.*PUBLIC_URL/,
  );
  expect(readConfig(env)).toMatchObject({
    KEYCLOAK_REALM: 'symbio',
    KEYCLOAK_ADMIN_CLIENT: 'symbio-identity',
  });
});

it('a secret word is required (OP-11)', () => {
  expect(() => readConfig({ ...env, SECRET_WORD: '' })).toThrow(/SECRET_WORD/);
});
