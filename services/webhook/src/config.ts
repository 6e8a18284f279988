import { address, baseConfigSchema, readConfig as read } from '@symbio/kit';
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
    /** Mail server, for example smtps://user:password@mail.example.com; empty: nobody gets mail. */
    SMTP_URL: z.union([z.literal(''), z.url({ protocol: /^smtps?$/ })]).default(''),
    /** Whom mail is from. */
    MAIL_FROM: z.string().default('Symbio <symbio@localhost>'),
    /** Origin of the product, for links in mail. */
    PUBLIC_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  })
  .refine(({ SMTP_URL, PUBLIC_URL }) => SMTP_URL === '' || PUBLIC_URL !== '', {
    path: ['PUBLIC_URL'],
    message: 'must be set together with SMTP_URL',
  });

export type WebhookConfig = z.infer<typeof schema>;

/** Reads this service's settings. @throws ConfigError */
export const readConfig = (env: NodeJS.ProcessEnv): WebhookConfig => read(schema, env);
