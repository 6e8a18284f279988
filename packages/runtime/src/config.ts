import { z } from 'zod';
import { ConfigError } from './config-error.js';
import { natsAddress } from './events/nats-address.js';
import { readPublicKeys, readSigningKey } from './internal-tokens.js';

export { ConfigError } from './config-error.js';

/** Text that a parser accepts. */
const readable = (read: (text: string) => unknown, message: string) =>
  z.string().refine((text) => {
    try {
      read(text);
      return true;
    } catch {
      return false;
    }
  }, message);

const port = z.coerce.number().int().min(0).max(65535);

/** Settings common to all services; each service extends them. */
export const baseConfigSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Address gRPC binds to. */
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: port.default(0),
  /** Port of /healthz, /readyz and /metrics. */
  ADMIN_PORT: port.default(0),
  /** Address the admin server binds to. */
  ADMIN_HOST: z.string().default('127.0.0.1'),
  /** Seconds to keep serving after SIGTERM while reporting not ready, until every load balancer has noticed. */
  SHUTDOWN_DELAY_SECONDS: z.coerce.number().min(0).max(300).default(0),
  MONGODB_URI: z.string().regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb:// or mongodb+srv://'),
  MONGODB_DB: z.string().min(1).optional(),
  NATS_URL: readable(
    natsAddress,
    'must be nats://host:port or tls://host:port, or several with commas, with one user:password@ or token@ (percent-encoded)',
  ),
  /** Replicas of each stream and bucket in the NATS cluster: 3 in a cluster of three. */
  NATS_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
  /** Private key of this process for signing internal tokens. */
  INTERNAL_SIGNING_KEY: readable(readSigningKey, 'must be a private Ed25519 key, PKCS #8 in PEM or a JWK'),
  /** Only prepares resources and serves nothing. Set by the command `prepare`, not by the environment. */
  prepareOnly: z.boolean().optional(),
  /** Public keys of all processes by name. */
  INTERNAL_PUBLIC_KEYS: readable(readPublicKeys, 'must be a JWK set of public Ed25519 keys, each with its kid'),
});

export type BaseConfig = z.infer<typeof baseConfigSchema>;

/** A name, an IPv4 address, or an IPv6 address in brackets, with a port. */
const HOST_PORT = String.raw`(?:[^\s:,/[\]]+|\[[\da-f:.]+\]):\d+`;

const filesSecret = z.string().min(16, 'must have at least 16 characters');

/** Keys for signed file URLs. */
export const filesSecrets = {
  /** Signing key, identical in every process that uses files. */
  FILES_SECRET: filesSecret,
  /** Accepted but not used for signing: the previous or next key (docs/operations/secrets.md). Empty: unset. */
  FILES_SECRET_PREVIOUS: z.union([z.literal(''), filesSecret]).optional(),
};

/** Accepted keys, the signing key first. */
export const believedSecrets = (settings: {
  FILES_SECRET: string;
  FILES_SECRET_PREVIOUS?: string;
}): readonly [string, ...string[]] => [
  settings.FILES_SECRET,
  ...(settings.FILES_SECRET_PREVIOUS ? [settings.FILES_SECRET_PREVIOUS] : []),
];

/**
 * Address of another service: host:port, where the host may resolve to several addresses, or a host:port per replica.
 */
export const address = z
  .string()
  .regex(
    new RegExp(`^(?:dns:///)?${HOST_PORT}(?:,${HOST_PORT})*$`, 'i'),
    'must look like host:port, or host:port,host:port for several replicas',
  );

/**
 * Reads and validates settings.
 * @throws ConfigError with one sentence naming every invalid setting
 */
export function readConfig<T>(schema: z.ZodType<T>, env: NodeJS.ProcessEnv = process.env): T {
  const result = schema.safeParse(env);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The settings are not valid (${problems.join('; ')}).`);
}
