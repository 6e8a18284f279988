import { address, readConfig as read } from '@symbio/runtime';
import { databaseConfigSchema } from '@symbio/mongo';
import { z } from 'zod';

const schema = databaseConfigSchema.extend({
  /** Feature service's database; only the worker uses its `spots` collection. */
  MONGODB_DB: z.string().min(1).default('symbio_feature'),
  SYMBIO_PROJECT_ADDR: address.default('127.0.0.1:5102'),
  SYMBIO_DOCUMENT_ADDR: address.default('127.0.0.1:5103'),
  SYMBIO_ANNOTATION_ADDR: address.default('127.0.0.1:5104'),
  SYMBIO_FEATURE_ADDR: address.default('127.0.0.1:5105'),
  SYMBIO_IDENTITY_ADDR: address.default('127.0.0.1:5101'),
});

export type WorkerConfig = z.infer<typeof schema>;

/** Worker's settings. @throws ConfigError listing every invalid one */
export const readConfig = (env: NodeJS.ProcessEnv): WorkerConfig => read(schema, env);
