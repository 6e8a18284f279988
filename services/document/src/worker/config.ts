import { address, baseConfigSchema, readConfig as read } from '@symbio/kit';
import { z } from 'zod';
import { filesConfig } from '../config.js';

const schema = baseConfigSchema.omit({ MONGODB_URI: true, MONGODB_DB: true }).extend({
  ...filesConfig,
  SYMBIO_DOCUMENT_ADDR: address.default('127.0.0.1:5103'),
  SYMBIO_JOB_ADDR: address.default('127.0.0.1:5106'),
  /** Documents worked on at a time in this process. */
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(16).default(1),
  /** Analyses (text recognition) at a time beside those, so that no document waits for its pictures behind them. */
  WORKER_ANALYSES: z.coerce.number().int().min(1).max(16).default(1),
  /** Urgent jobs (one page again) at a time beside all others, so that nobody waits for them behind a long document. */
  WORKER_URGENT: z.coerce.number().int().min(0).max(16).default(1),
  /** Folder of the models that read sheets (`npm run models`); empty, or without them, tesseract reads. */
  MODELS_DIR: z.string().default(''),
  /** Seconds between signs of life; several must fit into the job service's lease. */
  WORKER_HEARTBEAT_SECONDS: z.coerce.number().positive().default(5),
});

export type WorkerConfig = z.infer<typeof schema>;

/** The worker's settings. It has no database. @throws ConfigError naming every bad one */
export const readConfig = (env: NodeJS.ProcessEnv): WorkerConfig => read(schema, env);
