import { address, baseConfigSchema, mailHasLinks, mailSettings, readConfig as read } from '@symbio/kit';
import { z } from 'zod';

const schema = baseConfigSchema
  .extend({
    /** Who stands behind a webhook now, and where its owner gets mail. */
    SYMBIO_IDENTITY_ADDR: address,
    /** Which projects they may see. */
    SYMBIO_PROJECT_ADDR: address,
    /**
     * 1: webhooks may lie at private, loopback and link-local addresses and speak plain HTTP. For the local stack: elsewhere
     * whoever has a key could reach what only this process can.
     */
    WEBHOOK_PRIVATE_ADDRESSES: z.enum(['0', '1']).default('0'),
    /** Tells owners of webhooks that failed. */
    ...mailSettings,
  })
  .refine(...mailHasLinks);

export type WebhookConfig = z.infer<typeof schema>;

/** Reads this service's settings. @throws ConfigError */
export const readConfig = (env: NodeJS.ProcessEnv): WebhookConfig => read(schema, env);
