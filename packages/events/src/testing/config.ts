import { testKeys } from '@symbio/rpc/testing';
import type { BaseConfig } from '../config.js';

/** Settings of a process under test: free ports, the run's message server. */
export function testBaseConfig(name: string): BaseConfig {
  const nats = process.env['TEST_NATS_URL'];
  if (!nats) throw new Error('TEST_NATS_URL is set by the integration project of jest');
  return {
    NODE_ENV: 'test',
    LOG_LEVEL: (process.env['TEST_LOG_LEVEL'] as BaseConfig['LOG_LEVEL'] | undefined) ?? 'silent',
    GRPC_HOST: '127.0.0.1',
    GRPC_PORT: 0,
    ADMIN_PORT: 0,
    ADMIN_HOST: '127.0.0.1',
    SHUTDOWN_DELAY_SECONDS: 0,
    NATS_URL: nats,
    NATS_REPLICAS: 1,
    ...testKeys(name),
  };
}
