/** Settings of what lies outside of the product, the same in every service that needs it. */
import { z } from 'zod';
import type { ChatEndpointSettings } from './chat-endpoint.js';

/** What `refine` takes: whether settings fit together, and what is said of which one when they do not. */
type Rule<Settings> = [fits: (settings: Settings) => boolean, otherwise: { path: string[]; message: string }];

/**
 * A language model behind an OpenAI-compatible endpoint. Goes with {@link modelIsNamed}.
 *
 * @param seconds that it has for an answer unless somebody says so, and at most
 */
export const modelSettings = ({ usual, most }: { usual: number; most: number }) => ({
  /** Address before /chat/completions; empty: there is none, and rules of ours take its place. */
  AI_BASE_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  AI_MODEL: z.string().default(''),
  /** Sent as a bearer token; empty: none is sent. */
  AI_API_KEY: z.string().default(''),
  /** Seconds the endpoint has for an answer. */
  AI_LIMIT_SECONDS: z.coerce.number().positive().max(most).default(usual),
});

type ModelSettings = z.infer<z.ZodObject<ReturnType<typeof modelSettings>>>;

/** For `refine`: an endpoint is of no use without the name of a model. */
export const modelIsNamed: Rule<ModelSettings> = [
  ({ AI_BASE_URL, AI_MODEL }) => AI_BASE_URL === '' || AI_MODEL !== '',
  { path: ['AI_MODEL'], message: 'must be set together with AI_BASE_URL' },
];

/** What a client of the endpoint is made with; undefined where there is none. */
export const chatEndpointOf = (config: ModelSettings): ChatEndpointSettings | undefined =>
  config.AI_BASE_URL === ''
    ? undefined
    : {
        baseUrl: config.AI_BASE_URL,
        model: config.AI_MODEL,
        apiKey: config.AI_API_KEY,
        limitMs: config.AI_LIMIT_SECONDS * 1_000,
      };

/** Mail that goes out. Goes with {@link mailHasLinks}. */
export const mailSettings = {
  /** Mail server, for example smtps://user:password@mail.example.com; empty: nobody gets mail. */
  SMTP_URL: z.union([z.literal(''), z.url({ protocol: /^smtps?$/ })]).default(''),
  /** Whom mail is from. */
  MAIL_FROM: z.string().default('Symbio <symbio@localhost>'),
  /** Origin of the product, for links in mail. */
  PUBLIC_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
};

type MailSettings = z.infer<z.ZodObject<typeof mailSettings>>;

/** For `refine`: mail leads back into the product. */
export const mailHasLinks: Rule<MailSettings> = [
  ({ SMTP_URL, PUBLIC_URL }) => SMTP_URL === '' || PUBLIC_URL !== '',
  { path: ['PUBLIC_URL'], message: 'must be set together with SMTP_URL' },
];
