import { address, readConfig as read } from '@symbio/runtime';
import { databaseConfigSchema } from '@symbio/mongo';
import { blobUrl, filesSecrets } from '@symbio/blobs';
import { modelIsNamed, modelSettings } from '@symbio/language-model';
import { z } from 'zod';

export const filesConfig = {
  /** file:///folder, or s3://bucket/prefix?… (docs/operations/blobs.md). */
  BLOB_URL: blobUrl,
  ...filesSecrets,
};

const schema = databaseConfigSchema
  .extend({
    ...filesConfig,
    SYMBIO_PROJECT_ADDR: address.default('127.0.0.1:5102'),
    SYMBIO_JOB_ADDR: address.default('127.0.0.1:5106'),
    FILES_HOST: z.string().default('127.0.0.1'),
    FILES_PORT: z.coerce.number().int().min(0).max(65535).default(0),
    /** Prefix of /files in signed addresses; empty: the client's origin. */
    FILES_PUBLIC_URL: z.union([z.literal(''), z.url()]).default(''),
    ...modelSettings({ usual: 5, most: 8 }),
  })
  .refine(...modelIsNamed);

export type DocumentConfig = z.infer<typeof schema>;

/** @throws ConfigError naming every bad setting */
export const readConfig = (env: NodeJS.ProcessEnv): DocumentConfig => read(schema, env);
