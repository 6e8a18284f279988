import { testKeys } from './testing/keys.js';
import { ConfigError, address, baseConfigSchema, readConfig } from './config.js';

const good = { MONGODB_URI: 'mongodb://127.0.0.1', NATS_URL: '127.0.0.1:4222', ...testKeys('kit') };

describe('settings', () => {
  it('have defaults for what may be left out', () => {
    expect(readConfig(baseConfigSchema, good)).toMatchObject({
      NODE_ENV: 'development',
      GRPC_HOST: '127.0.0.1',
      GRPC_PORT: 0,
    });
  });

  it('that are bad are all named in one sentence', () => {
    const read = () => readConfig(baseConfigSchema, { ...good, INTERNAL_SIGNING_KEY: 'short', GRPC_PORT: '99999' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/GRPC_PORT.*INTERNAL_SIGNING_KEY: must be a private Ed25519 key/);
  });

  it('name other services as host:port', () => {
    expect(address.safeParse('project:5102').success).toBe(true);
    expect(address.safeParse('http://project').success).toBe(false);
  });
});
