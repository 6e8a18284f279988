import { z } from 'zod';

/** A setting that stops the process before it listens. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const port = z.coerce.number().int().min(0).max(65535);

/** Settings that every service has; each service extends it with its own. */
export const baseConfigSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Address that gRPC binds to. */
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: port.default(0),
  /** Port of /healthz, /readyz and /metrics. */
  ADMIN_PORT: port.default(0),
  /** Address the admin server binds to. */
  ADMIN_HOST: z.string().default('127.0.0.1'),
  MONGODB_URI: z.string().min(1),
  MONGODB_DB: z.string().min(1).optional(),
  NATS_URL: z.string().min(1),
  /** Key of the internal tokens, HS256: at least 32 characters (RFC 7518, 3.2). */
  INTERNAL_TOKEN_SECRET: z.string().min(32, 'must have at least 32 characters'),
});

export type BaseConfig = z.infer<typeof baseConfigSchema>;

/** A host:port of another service. */
export const address = z.string().regex(/^[^\s:]+:\d+$/, 'must look like host:port');

/**
 * Reads and checks settings.
 * @throws ConfigError with one sentence that names every bad setting.
 */
export function readConfig<T>(schema: z.ZodType<T>, env: NodeJS.ProcessEnv = process.env): T {
  const result = schema.safeParse(env);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The settings are not valid (${problems.join('; ')}).`);
}
