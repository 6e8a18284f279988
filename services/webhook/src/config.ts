import { address, readConfig as read } from '@symbio/runtime';
import { databaseConfigSchema } from '@symbio/mongo';
import { mailHasLinks, mailSettings } from '@symbio/mail';
import { z } from 'zod';
import { ISSUE_ACCESS } from '@symbio/proto/issue/vocabulary';

const schema = databaseConfigSchema
  .extend({
    /** Resolves webhook owners and their mail addresses. */
    SYMBIO_IDENTITY_ADDR: address,
    /** Resolves visible projects. */
    SYMBIO_PROJECT_ADDR: address,
    /** 1: allows private, loopback and link-local addresses and plain HTTP, for local development. */
    WEBHOOK_PRIVATE_ADDRESSES: z.enum(['0', '1']).default('0'),
    ISSUE_ACCESS: z.enum(ISSUE_ACCESS).default('everyone'),
    ...mailSettings,
  })
  .refine(...mailHasLinks);

export type WebhookConfig = z.infer<typeof schema>;

/** Reads the settings. @throws ConfigError */
export const readConfig = (env: NodeJS.ProcessEnv): WebhookConfig => read(schema, env);
