import { baseConfigSchema } from '@symbio/events';
import { readConfig as read } from '@symbio/runtime';
import { ISSUE_ACCESS } from '@symbio/proto/issue/vocabulary';
import { z } from 'zod';
import { addressSettings } from './services.js';

const schema = baseConfigSchema.extend({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  /** Number of trusted proxies that set X-Forwarded-For; 0 ignores the header. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
  /** Keycloak's base address; also the tokens' issuer. */
  KEYCLOAK_URL: z.url(),
  KEYCLOAK_REALM: z.string().default('symbio'),
  KEYCLOAK_CLIENT: z.string().default('symbio-web'),
  /** File server origins, comma-separated, one per replica. */
  FILES_ADDR: z
    .string()
    .refine(
      (text) => text.split(',').every((origin) => /^https?:\/\//.test(origin) && URL.canParse(origin)),
      'must look like http://host:port, or several with commas in between',
    ),
  /** Folder of the built SPA; empty serves none. */
  WEB_DIR: z.string().default(''),
  /** Public origin of file addresses; empty: that of each request. */
  PUBLIC_URL: z
    .union([z.literal(''), z.url({ protocol: /^https?$/ })])
    .default('')
    .transform((url) => (url === '' ? '' : new URL(url).origin)),
  /** Support address; empty: `support` at the request's host. */
  SUPPORT_EMAIL: z.union([z.literal(''), z.email()]).default(''),
  /** 1 offers the provider's own sign-in page, which needs a provider that browsers reach. */
  SINGLE_SIGN_ON: z.enum(['0', '1']).default('1'),
  /** 1 behind TLS: the session cookie is then sent over TLS only. */
  SESSION_COOKIE_SECURE: z.enum(['0', '1']).default('0'),
  /** 1 validates public API responses against their declarations (tests, local stack). */
  CHECK_ANSWERS: z.enum(['0', '1']).default('0'),
  API_KEY_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(3_000),
  /** Requests per person and minute across all gateways; 0 disables the limit. */
  PERSON_REQUESTS_PER_MINUTE: z.coerce.number().int().min(0).default(3_000),
  /** Concurrent requests per gateway; further ones are queued. */
  REQUESTS_AT_ONCE: z.coerce.number().int().min(1).default(32),
  /** Who gets live events of issues, as in the issue service. */
  ISSUE_ACCESS: z.enum(ISSUE_ACCESS).default('everyone'),
  /**
   * Base map of maps: an address of tiles with {z}, {x} and {y}, or a PMTiles archive: its address or its path. Empty:
   * none.
   */
  BASE_MAP: z
    .string()
    .refine(
      (text) =>
        text === '' ||
        /\.pmtiles(?:\?|$)/.test(text) ||
        (URL.canParse(text) && /^https?:/.test(text) && ['{z}', '{x}', '{y}'].every((part) => text.includes(part))),
      'must be an address with {z}, {x} and {y}, or the address or path of a .pmtiles file',
    )
    .default(''),
  /** Text that the base map's licence asks for; empty: what its archive says. */
  BASE_MAP_ATTRIBUTION: z.string().default(''),
  ...addressSettings,
});

export type GatewayConfig = z.infer<typeof schema>;

export const readConfig = (env: NodeJS.ProcessEnv): GatewayConfig => read(schema, env);
