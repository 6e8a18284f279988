import { testBaseConfig } from '@symbio/events/testing';
import { newId } from '@symbio/runtime';
import type { DatabaseConfig } from '../config.js';

/**
 * Settings of a service under test: a separate database, free ports, the run's servers.
 *
 * @param name of the process; its first word names the database by default
 */
export function testConfig(
  database: string,
  name = /^[^_-]+/.exec(database)?.[0] ?? database,
): DatabaseConfig & { MONGODB_DB: string } {
  const mongo = process.env['TEST_MONGODB_URI'];
  if (!mongo) throw new Error('TEST_MONGODB_URI is set by the integration project of jest');
  return { ...testBaseConfig(name), MONGODB_URI: mongo, MONGODB_DB: `${database}_${newId().slice(-12)}` };
}
