import { address, readConfig as read } from '@symbio/runtime';
import { databaseConfigSchema } from '@symbio/mongo';
import type { z } from 'zod';

export const configSchema = databaseConfigSchema.extend({
  SYMBIO_PROJECT_ADDR: address,
  SYMBIO_ANNOTATION_ADDR: address,
  SYMBIO_IDENTITY_ADDR: address,
});

export type FeatureConfig = z.infer<typeof configSchema>;

/** Settings from the environment. @throws ConfigError listing every invalid one */
export const readConfig = (env: NodeJS.ProcessEnv): FeatureConfig => read(configSchema, env);
