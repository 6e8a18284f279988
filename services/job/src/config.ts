import { address, readConfig as read } from '@symbio/runtime';
import { databaseConfigSchema } from '@symbio/mongo';
import { z } from 'zod';

const positive = z.coerce.number().positive();

const schema = databaseConfigSchema.extend({
  SYMBIO_PROJECT_ADDR: address.default('127.0.0.1:5102'),
  /** Lease without reports, seconds. */
  JOB_LEASE_SECONDS: positive.default(30),
  /** Seconds before the 2nd, 3rd, ... attempt; the last value repeats. */
  JOB_RETRY_SECONDS: z
    .string()
    .default('2,10,60,300')
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(z.number().nonnegative()).min(1)),
  /** Hours a job may be blocked by a store or another job of its document before it fails permanently. */
  JOB_PATIENCE_HOURS: positive.default(24),
  /** Seconds between checks for due attempts, expired leases and long waits. */
  JOB_SWEEP_SECONDS: positive.default(1),
});

export type JobConfig = z.infer<typeof schema>;

/** Reads the settings. @throws ConfigError listing all invalid ones */
export const readConfig = (env: NodeJS.ProcessEnv): JobConfig => read(schema, env);
