import { address, baseConfigSchema, blobUrl, filesSecrets, readConfig as read } from '@symbio/kit';
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
    /** Mail server for notices, for example smtps://user:password@mail.example.com; empty: nobody gets mail. */
    SMTP_URL: z.union([z.literal(''), z.url({ protocol: /^smtps?$/ })]).default(''),
    /** Whom notices are from. */
    MAIL_FROM: z.string().default('Symbio <symbio@localhost>'),
    /** Origin of the product, for links in mail. */
    PUBLIC_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
    /** Seconds from a change to its mail: further changes until then are in the same one. */
    NOTICE_DELAY_SECONDS: z.coerce.number().min(0).max(86_400).default(120),
    /** Address before /chat/completions of an OpenAI-compatible endpoint that words issues; empty: rules do it. */
    AI_BASE_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
    AI_MODEL: z.string().default(''),
    AI_API_KEY: z.string().default(''),
    /** Seconds the endpoint has for an answer. */
    AI_LIMIT_SECONDS: z.coerce.number().positive().max(15).default(15),
  })
  .refine(({ AI_BASE_URL, AI_MODEL }) => AI_BASE_URL === '' || AI_MODEL !== '', {
    path: ['AI_MODEL'],
    message: 'must be set together with AI_BASE_URL',
  })
  .refine(({ SMTP_URL, PUBLIC_URL }) => SMTP_URL === '' || PUBLIC_URL !== '', {
    path: ['PUBLIC_URL'],
    message: 'must be set together with SMTP_URL',
  });

export type IssueConfig = z.infer<typeof schema>;

/** Reads this service's settings. @throws ConfigError */
export const readConfig = (env: NodeJS.ProcessEnv): IssueConfig => read(schema, env);
