import { z } from 'zod';
import type { ChatEndpointSettings } from './chat-endpoint.js';

/** Arguments of `refine`: whether settings are consistent, and the error otherwise. */
type Rule<Settings> = [fits: (settings: Settings) => boolean, otherwise: { path: string[]; message: string }];

/**
 * Language model behind an OpenAI-compatible endpoint. Use with {@link modelIsNamed}.
 *
 * @param seconds default and maximum timeout of an answer
 */
export const modelSettings = ({ usual, most }: { usual: number; most: number }) => ({
  /** URL before /chat/completions; empty: built-in rules are used. */
  AI_BASE_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  AI_MODEL: z.string().default(''),
  /** Bearer token; empty: none. */
  AI_API_KEY: z.string().default(''),
  /** Timeout of an answer in seconds. */
  AI_LIMIT_SECONDS: z.coerce.number().positive().max(most).default(usual),
});

type ModelSettings = z.infer<z.ZodObject<ReturnType<typeof modelSettings>>>;

/** For `refine`: an endpoint requires a model name. */
export const modelIsNamed: Rule<ModelSettings> = [
  ({ AI_BASE_URL, AI_MODEL }) => AI_BASE_URL === '' || AI_MODEL !== '',
  { path: ['AI_MODEL'], message: 'must be set together with AI_BASE_URL' },
];

export const chatEndpointOf = (config: ModelSettings): ChatEndpointSettings | undefined =>
  config.AI_BASE_URL === ''
    ? undefined
    : {
        baseUrl: config.AI_BASE_URL,
        model: config.AI_MODEL,
        apiKey: config.AI_API_KEY,
        limitMs: config.AI_LIMIT_SECONDS * 1_000,
      };
