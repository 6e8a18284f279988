import { parsable } from '@symbio/runtime';
import { rpcSettings } from '@symbio/rpc';
import { z } from 'zod';
import { natsAddress } from './nats-address.js';
import { natsFileSettings } from './nats-files.js';

/** Settings of every process without a database. */
export const baseConfigSchema = z.object({
  ...rpcSettings,
  NATS_URL: parsable(
    natsAddress,
    'must be nats://host:port or tls://host:port, or several with commas, with one user:password@ or token@ (percent-encoded)',
  ),
  ...natsFileSettings,
  /** Replicas of each stream and bucket in the NATS cluster: 3 in a cluster of three. */
  NATS_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
});

export type BaseConfig = z.infer<typeof baseConfigSchema>;
