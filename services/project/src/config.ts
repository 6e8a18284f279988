import { address, readConfig as read } from '@symbio/runtime';
import { databaseConfigSchema } from '@symbio/mongo';
import type { z } from 'zod';

const schema = databaseConfigSchema.extend({
  /** Service for user names. */
  SYMBIO_IDENTITY_ADDR: address,
});

export type ProjectConfig = z.infer<typeof schema>;

/** Reads the service's settings. @throws ConfigError */
export const readConfig = (env: NodeJS.ProcessEnv): ProjectConfig => read(schema, env);
