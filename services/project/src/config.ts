import { address, baseConfigSchema, readConfig as read } from '@symbio/kit';
import type { z } from 'zod';

const schema = baseConfigSchema.extend({
  /** Service for user names. */
  SYMBIO_IDENTITY_ADDR: address,
});

export type ProjectConfig = z.infer<typeof schema>;

/** Reads the service's settings. @throws ConfigError */
export const readConfig = (env: NodeJS.ProcessEnv): ProjectConfig => read(schema, env);
