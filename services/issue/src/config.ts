import { address, baseConfigSchema, readConfig as read } from '@symbio/kit';
import { z } from 'zod';

const schema = baseConfigSchema.extend({
  /** Where names of people are asked for. */
  SYMBIO_IDENTITY_ADDR: address,
  /** Folder of the blob store; screenshots lie in it under issues/. */
  BLOB_DIR: z.string().min(1),
  /** Key of signed addresses, the same as the file server's. */
  FILES_SECRET: z.string().min(16, 'must have at least 16 characters'),
  /** Put before /files in signed addresses; empty means the origin of whoever reads them. */
  FILES_PUBLIC_URL: z.union([z.literal(''), z.url()]).default(''),
});

export type IssueConfig = z.infer<typeof schema>;

/** Reads this service's settings. @throws ConfigError */
export const readConfig = (env: NodeJS.ProcessEnv): IssueConfig => read(schema, env);
