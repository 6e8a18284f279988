/** Secrets that the chart needs, as a manifest for kubectl. */
import { createPublicKey, randomBytes, type JsonWebKey, type KeyObject } from 'node:crypto';
import { newPrivateKey } from '@symbio/topology/new-key';

export interface Secret {
  name: string;
  values: Record<string, string>;
}

export interface PublicJwk extends JsonWebKey {
  /** Name of the process, possibly with a dot and a suffix. */
  kid: string;
  /** Creation time in seconds since 1970. */
  iat?: number;
}

export const NAMES = {
  mongodb: 'symbio-mongodb',
  nats: 'symbio-nats',
  natsServer: 'symbio-nats-server',
  publicKeys: 'symbio-public-keys',
  files: 'symbio-files',
  reports: 'symbio-reports',
  keycloak: 'symbio-keycloak',
  words: 'symbio-words',
  s3: 'symbio-s3',
  smtp: 'symbio-smtp',
  ai: 'symbio-ai',
  backup: 'symbio-backup',
  walk: 'symbio-walk',
} as const;

export const signingName = (process: string): string => `symbio-signing-${process}`;

export const natsName = (user: string): string => `${NAMES.nats}-${user}`;

/** 256 random bits. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

export function newSigningKey(kid: string, at: Date): { secret: string; publicKey: PublicJwk } {
  const privateKey = newPrivateKey('ed25519');
  return { secret: JSON.stringify(privateKey.export({ format: 'jwk' })), publicKey: publicJwk(privateKey, kid, at) };
}

function publicJwk(privateKey: KeyObject, kid: string, at: Date): PublicJwk {
  return { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid, iat: Math.floor(at.getTime() / 1000) };
}

export const processOf = ({ kid }: PublicJwk): string => kid.split('.', 1)[0] ?? kid;

/**
 * A YAML manifest; values are JSON strings, which YAML accepts.
 *
 * @param namespace undefined: kubectl's default
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
