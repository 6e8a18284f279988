import {
  address,
  baseConfigSchema,
  blobUrl,
  filesSecrets,
  mailHasLinks,
  mailSettings,
  modelIsNamed,
  modelSettings,
  readConfig as read,
} from '@symbio/kit';
import { z } from 'zod';

const schema = baseConfigSchema
  .extend({
    /** Where names of people are asked for. */
    SYMBIO_IDENTITY_ADDR: address,
    /** The blob store, the same as the document service's; screenshots lie in it under issues/. */
    BLOB_URL: blobUrl,
    ...filesSecrets,
    /** Put before /files in signed addresses; empty means the origin of whoever reads them. */
    FILES_PUBLIC_URL: z.union([z.literal(''), z.url()]).default(''),
    /** Notices. */
    ...mailSettings,
    /** Seconds from a change to its mail: further changes until then are in the same one. */
    NOTICE_DELAY_SECONDS: z.coerce.number().min(0).max(86_400).default(120),
    /** Words issues; without it rules do it. */
    ...modelSettings({ usual: 15, most: 15 }),
  })
  .refine(...modelIsNamed)
  .refine(...mailHasLinks);

export type IssueConfig = z.infer<typeof schema>;

/** Reads this service's settings. @throws ConfigError */
export const readConfig = (env: NodeJS.ProcessEnv): IssueConfig => read(schema, env);
