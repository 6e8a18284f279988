import { z } from 'zod';
import { ConfigError } from './config-error.js';

/** Text setting that a parser accepts. */
export const parsable = (parse: (text: string) => unknown, message: string) =>
  z.string().refine((text) => {
    try {
      parse(text);
      return true;
    } catch {
      return false;
    }
  }, message);

export const port = z.coerce.number().int().min(0).max(65535);

export const processSettings = {
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Port of /healthz, /readyz and /metrics. */
  ADMIN_PORT: port.default(0),
  /** Address the admin server binds to. */
  ADMIN_HOST: z.string().default('127.0.0.1'),
  /** Seconds to keep serving after SIGTERM while reporting not ready, until every load balancer has noticed. */
  SHUTDOWN_DELAY_SECONDS: z.coerce.number().min(0).max(300).default(0),
  /** Only prepares resources and serves nothing. Set by the command `prepare`, not by the environment. */
  prepareOnly: z.boolean().optional(),
};

export type ProcessConfig = z.infer<z.ZodObject<typeof processSettings>>;

/** Name, an IPv4 address, or an IPv6 address in brackets, with a port. */
const HOST_PORT = String.raw`(?:[^\s:,/[\]]+|\[[\da-f:.]+\]):\d+`;

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
