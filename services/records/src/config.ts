import { address, readConfig as read } from '@symbio/runtime';
import { databaseConfigSchema } from '@symbio/mongo';
import { blobUrl, filesSecrets } from '@symbio/blobs';
import type { z } from 'zod';

const schema = databaseConfigSchema.extend({
  SYMBIO_PROJECT_ADDR: address,
  SYMBIO_FEATURE_ADDR: address,
  SYMBIO_DOCUMENT_ADDR: address,
  /** Blob store shared with the document service; files being imported use the prefixes records/ and list-uploads/. */
  BLOB_URL: blobUrl,
  ...filesSecrets,
});

export type RecordsConfig = z.infer<typeof schema>;

/** @throws ConfigError */
export const readConfig = (env: NodeJS.ProcessEnv): RecordsConfig => read(schema, env);
