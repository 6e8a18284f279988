import { testKeys } from '@symbio/rpc/testing';
import { ConfigError, readConfig } from '@symbio/runtime';
import { databaseConfigSchema } from './config.js';

const good = { MONGODB_URI: 'mongodb://127.0.0.1', NATS_URL: '127.0.0.1:4222', ...testKeys('identity') };

describe('settings', () => {
  it('have defaults for optional values', () => {
    expect(readConfig(databaseConfigSchema, good)).toMatchObject({
      NODE_ENV: 'development',
      GRPC_HOST: '127.0.0.1',
      GRPC_PORT: 0,
    });
  });

  it('that are invalid are all named in one sentence', () => {
    const read = () => readConfig(databaseConfigSchema, { ...good, INTERNAL_SIGNING_KEY: 'short', GRPC_PORT: '99999' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/GRPC_PORT.*INTERNAL_SIGNING_KEY: must be a private Ed25519 key/);
  });

  it('refuse an unusable address of NATS, and repeat no password', () => {
    const read = () => readConfig(databaseConfigSchema, { ...good, NATS_URL: 'nats://symbio:hunter2%@nats' });
    expect(read).toThrow(/^(?!.*hunter2).*NATS_URL: must be nats:\/\/host:port.*percent-encoded/);
  });
});
