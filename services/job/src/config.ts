import { address, baseConfigSchema, readConfig as read } from '@symbio/kit';
import { z } from 'zod';

const positive = z.coerce.number().positive();

const schema = baseConfigSchema.extend({
  SYMBIO_PROJECT_ADDR: address.default('127.0.0.1:5102'),
  /** Seconds a worker may stay silent before its job goes to another. */
  JOB_LEASE_SECONDS: positive.default(30),
  /** Seconds before the 2nd, 3rd, ... attempt; the last one also counts for all that follow. */
  JOB_RETRY_SECONDS: z
    .string()
    .default('2,10,60,300')
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(z.number().nonnegative()).min(1)),
  /** Hours for which a job waits for a store that is away or full, or for another job of its document, before it fails for good. */
  JOB_PATIENCE_HOURS: positive.default(24),
  /** Seconds between two looks for attempts that are due and leases that are over. */
  JOB_SWEEP_SECONDS: positive.default(0.5),
  /** Seconds between two comparisons of jobs with their queues. */
  JOB_RECONCILE_SECONDS: positive.default(5),
});

export type JobConfig = z.infer<typeof schema>;

/** The service's settings. @throws ConfigError naming every bad one */
export const readConfig = (env: NodeJS.ProcessEnv): JobConfig => read(schema, env);
