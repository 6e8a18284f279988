import { address, readConfig as read } from '@symbio/runtime';
import { databaseConfigSchema } from '@symbio/mongo';
import { blobUrl, filesSecrets } from '@symbio/blobs';
import { mailHasLinks, mailSettings } from '@symbio/mail';
import { modelIsNamed, modelSettings } from '@symbio/language-model';
import { z } from 'zod';
import { ISSUE_ACCESS } from '@symbio/proto/issue/vocabulary';

const schema = databaseConfigSchema
  .extend({
    SYMBIO_IDENTITY_ADDR: address,
    SYMBIO_PROJECT_ADDR: address,
    /** Blob store shared with the document service; screenshots use the prefix issues/. */
    BLOB_URL: blobUrl,
    ...filesSecrets,
    /** Base of signed URLs before /files; empty for the reader's origin. */
    FILES_PUBLIC_URL: z.union([z.literal(''), z.url()]).default(''),
    ...mailSettings,
    /** Seconds from a change to its mail, which batches further changes. */
    NOTICE_DELAY_SECONDS: z.coerce.number().min(0).max(86_400).default(120),
    /** Who sees all issues: everyone who is signed in, or staff, with customers limited to their own (AUTH-39). */
    ISSUE_ACCESS: z.enum(ISSUE_ACCESS).default('everyone'),
    /** Language model for issue suggestions; without it rules are used. */
    ...modelSettings({ usual: 15, most: 15 }),
  })
  .refine(...modelIsNamed)
  .refine(...mailHasLinks);

export type IssueConfig = z.infer<typeof schema>;

/** @throws ConfigError */
export const readConfig = (env: NodeJS.ProcessEnv): IssueConfig => read(schema, env);
