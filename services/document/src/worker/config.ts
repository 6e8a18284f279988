import { address, readConfig as read } from '@symbio/runtime';
import { baseConfigSchema } from '@symbio/events';
import { z } from 'zod';
import { filesConfig } from '../config.js';

const schema = baseConfigSchema.extend({
  ...filesConfig,
  SYMBIO_DOCUMENT_ADDR: address.default('127.0.0.1:5103'),
  SYMBIO_JOB_ADDR: address.default('127.0.0.1:5106'),
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(16).default(1),
  /** Additional concurrent analyses, so they do not block the making of pictures. */
  WORKER_ANALYSES: z.coerce.number().int().min(1).max(16).default(1),
  /** Additional concurrent urgent jobs (single pages), which do not wait for a long document. */
  WORKER_URGENT: z.coerce.number().int().min(0).max(16).default(1),
  /** Recognition models (`npm run models`); tesseract is the fallback. */
  MODELS_DIR: z.string().default(''),
  /** Seconds between heartbeats; several must fit into the job service's lease. */
  WORKER_HEARTBEAT_SECONDS: z.coerce.number().positive().default(5),
});

export type WorkerConfig = z.infer<typeof schema>;

/** @throws ConfigError naming every bad setting */
export const readConfig = (env: NodeJS.ProcessEnv): WorkerConfig => read(schema, env);
