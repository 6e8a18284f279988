import { ConfigError, readConfig as read } from '@symbio/runtime';
import { databaseConfigSchema } from '@symbio/mongo';
import { z } from 'zod';

const schema = databaseConfigSchema.extend({
  /** Secret word required to register (OP-11). */
  SECRET_WORD: z.string().min(1),
  /** Base address of Keycloak as seen by this service. */
  KEYCLOAK_URL: z.url(),
  KEYCLOAK_REALM: z.string().min(1).default('symbio'),
  /** Confidential client whose service account has the role manage-users of realm-management. */
  KEYCLOAK_ADMIN_CLIENT: z.string().min(1).default('symbio-identity'),
  KEYCLOAK_ADMIN_SECRET: z.string().min(1),
  /** Fallback if Keycloak rejects the other secret: the previous or the next one. Empty: none. */
  KEYCLOAK_ADMIN_SECRET_PREVIOUS: z.string().optional(),
  /** Public origin of the product, for mailed links. */
  PUBLIC_URL: z.url(),
  /** Mail server for links that confirm an address or set a password, such as smtps://user:password@mail.example.com; empty: no mail is sent. */
  SMTP_URL: z.union([z.literal(''), z.url({ protocol: /^smtps?$/ })]).default(''),
  MAIL_FROM: z.string().default('Symbio <symbio@localhost>'),
  /** Separate from the audited data. */
  AUDIT_MONGODB_DB: z.string().min(1).default('symbio_audit'),
  /** 1 in the local stack: creates the local accounts and their API key at startup. */
  SYMBIO_LOCAL: z.enum(['0', '1']).default('0'),
});

export type IdentityConfig = z.infer<typeof schema>;

/** Reads this service's settings. @throws ConfigError, also if local accounts are requested in production. */
export function readConfig(env: NodeJS.ProcessEnv): IdentityConfig {
  const config = read(schema, env);
  if (config.SYMBIO_LOCAL === '1' && config.NODE_ENV === 'production')
    throw new ConfigError(
      'SYMBIO_LOCAL makes accounts whose passwords are public: it is refused with NODE_ENV=production.',
    );
  return config;
}
