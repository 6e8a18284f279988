import { blobUrl, filesSecrets } from '@symbio/blobs';
import { databaseConfigSchema } from '@symbio/mongo';
import { readSigningKey } from '@symbio/rpc';
import { address, parsable, readConfig as read } from '@symbio/runtime';
import { z } from 'zod';

const schema = databaseConfigSchema.extend({
  SYMBIO_IDENTITY_ADDR: address,
  SYMBIO_PROJECT_ADDR: address,
  SYMBIO_DOCUMENT_ADDR: address,
  SYMBIO_ANNOTATION_ADDR: address,
  SYMBIO_FEATURE_ADDR: address,
  SYMBIO_RECORDS_ADDR: address,
  /** Blob store shared with the document service; reports use the prefix reports/. */
  BLOB_URL: blobUrl,
  ...filesSecrets,
  /** Base of signed URLs before /files; empty for the reader's origin. */
  FILES_PUBLIC_URL: z.union([z.literal(''), z.url()]).default(''),
  /** Ed25519, JWK or PEM: signs the manifests of reports. Empty: they are not signed. */
  REPORT_SIGNING_KEY: z
    .union([z.literal(''), parsable(readSigningKey, 'must be a private Ed25519 key, PKCS #8 in PEM or a JWK')])
    .default(''),
  /** Of the installation, for links from a report to its sheets. */
  PUBLIC_URL: z.url(),
});

export type ReportConfig = z.infer<typeof schema>;

/** @throws ConfigError */
export const readConfig = (env: NodeJS.ProcessEnv): ReportConfig => read(schema, env);
