import { address, readConfig as read } from '@symbio/runtime';
import { mailHasLinks, mailSettings } from '@symbio/mail';
import { databaseConfigSchema } from '@symbio/mongo';
import type { z } from 'zod';

const schema = databaseConfigSchema
  .extend({
    SYMBIO_IDENTITY_ADDR: address,
    ...mailSettings,
  })
  .refine(...mailHasLinks);

export type ProjectConfig = z.infer<typeof schema>;

/** Reads the service's settings. @throws ConfigError */
export const readConfig = (env: NodeJS.ProcessEnv): ProjectConfig => read(schema, env);
