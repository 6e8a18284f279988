import { baseConfigSchema, readConfig as read } from '@symbio/kit';
import { z } from 'zod';
import { addressSettings } from './services.js';

const schema = baseConfigSchema.omit({ MONGODB_URI: true, MONGODB_DB: true }).extend({
  /** Address and port of the one origin that serves everything. */
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  /** Proxies in front that name the caller in X-Forwarded-For; with 0 the header is not believed. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
  /** Base address of Keycloak as the gateway reaches it; tokens name it as their issuer. */
  KEYCLOAK_URL: z.url(),
  KEYCLOAK_REALM: z.string().default('symbio'),
  /** Public client that people sign in with. */
  KEYCLOAK_CLIENT: z.string().default('symbio-web'),
  /** Origin of the document service's file server; several with commas in between, one for each replica. */
  FILES_ADDR: z
    .string()
    .refine(
      (text) => text.split(',').every((origin) => /^https?:\/\//.test(origin) && URL.canParse(origin)),
      'must look like http://host:port, or several with commas in between',
    ),
  /** Folder of the built SPA; empty serves none. */
  WEB_DIR: z.string().default(''),
  /** Origin of the product for its users, where files are addressed in answers; empty: as each request names it. */
  PUBLIC_URL: z
    .union([z.literal(''), z.url({ protocol: /^https?$/ })])
    .default('')
    .transform((url) => (url === '' ? '' : new URL(url).origin)),
  /** Where people who need help write to; empty: `support` at the host they reach Symbio under. */
  SUPPORT_EMAIL: z.union([z.literal(''), z.email()]).default(''),
  /** 1 where the gateway stands behind TLS: the session cookie is then sent over TLS only. */
  SESSION_COOKIE_SECURE: z.enum(['0', '1']).default('0'),
  /** 1 holds every answer of the public API against its declaration: for tests and for the local stack. */
  CHECK_ANSWERS: z.enum(['0', '1']).default('0'),
  /** Requests that an API key may make in a minute, to all gateways together. */
  API_KEY_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(3_000),
  /** Requests that a person may make in a minute, to all gateways together; 0 sets no limit. */
  PERSON_REQUESTS_PER_MINUTE: z.coerce.number().int().min(0).default(3_000),
  /** Requests that a gateway works on at once; the others wait for their turn. */
  REQUESTS_AT_ONCE: z.coerce.number().int().min(1).default(32),
  ...addressSettings,
});

export type GatewayConfig = z.infer<typeof schema>;

/** Reads the gateway's settings. @throws ConfigError */
export const readConfig = (env: NodeJS.ProcessEnv): GatewayConfig => read(schema, env);
