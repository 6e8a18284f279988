/** Secrets that the chart needs, by the names it knows them by, as a manifest for kubectl. */
import { createPublicKey, randomBytes, type JsonWebKey, type KeyObject } from 'node:crypto';
import { newPrivateKey } from '@symbio/topology/new-key';

/** One Secret. */
export interface Secret {
  name: string;
  values: Record<string, string>;
}

/** A public key of a process. */
export interface PublicJwk extends JsonWebKey {
  /** Name of the process, or that, a dot and a suffix that distinguishes its keys. */
  kid: string;
  /** Seconds since 1970 at which it was made. */
  iat?: number;
}

/** Names of Secrets, as the chart's values have them. */
export const NAMES = {
  mongodb: 'symbio-mongodb',
  nats: 'symbio-nats',
  natsServer: 'symbio-nats-server',
  publicKeys: 'symbio-public-keys',
  files: 'symbio-files',
  keycloak: 'symbio-keycloak',
  words: 'symbio-words',
  s3: 'symbio-s3',
  smtp: 'symbio-smtp',
  ai: 'symbio-ai',
  backup: 'symbio-backup',
  walk: 'symbio-walk',
} as const;

export const signingName = (process: string): string => `symbio-signing-${process}`;

/** The Secret with the address of NATS for one of its users. */
export const natsName = (user: string): string => `${NAMES.nats}-${user}`;

/** 256 random bits. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

/** A new key pair of a process: what it signs with, and what others know it by. */
export function newSigningKey(kid: string, at: Date): { secret: string; publicKey: PublicJwk } {
  const privateKey = newPrivateKey('ed25519');
  return { secret: JSON.stringify(privateKey.export({ format: 'jwk' })), publicKey: publicJwk(privateKey, kid, at) };
}

function publicJwk(privateKey: KeyObject, kid: string, at: Date): PublicJwk {
  return { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid, iat: Math.floor(at.getTime() / 1000) };
}

/** The process whose key it is. */
export const processOf = ({ kid }: PublicJwk): string => kid.split('.', 1)[0] ?? kid;

/**
 * A manifest in YAML. Values are in double quotes with JSON's escapes, which YAML shares.
 *
 * @param namespace undefined: whatever kubectl uses
 */
export function manifestOf(secrets: readonly Secret[], namespace: string | undefined): string {
  return secrets
    .map(({ name, values }) =>
      [
        'apiVersion: v1',
        'kind: Secret',
        'metadata:',
        `  name: ${name}`,
        ...(namespace ? [`  namespace: ${namespace}`] : []),
        '  labels:',
        '    app.kubernetes.io/part-of: symbio',
        'type: Opaque',
        'stringData:',
        ...Object.entries(values).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`),
        '',
      ].join('\n'),
    )
    .join('---\n');
}
