import { parsable, port, processSettings } from '@symbio/runtime';
import { z } from 'zod';
import { readPublicKeys, readSigningKey } from './internal-tokens.js';

export const rpcSettings = {
  ...processSettings,
  /** Address gRPC binds to. */
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: port.default(0),
  INTERNAL_SIGNING_KEY: parsable(readSigningKey, 'must be a private Ed25519 key, PKCS #8 in PEM or a JWK'),
  /** Public keys of all processes by name. */
  INTERNAL_PUBLIC_KEYS: parsable(readPublicKeys, 'must be a JWK set of public Ed25519 keys, each with its kid'),
};

export type RpcConfig = z.infer<z.ZodObject<typeof rpcSettings>>;
