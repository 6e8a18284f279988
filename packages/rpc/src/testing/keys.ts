/** Deterministic process keys for tests only. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RpcConfig } from '../config.js';
import { internalTokens, type InternalTokens } from '../internal-tokens.js';

/** Prefix of a private Ed25519 key in PKCS #8 (RFC 8410), before its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

function testKey(name: string): KeyObject {
  const seed = createHash('sha256').update(`symbio test key of ${name}`).digest();
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
}

/** Services' folder, searched upwards: sources and build have different depths. */
function servicesFolder(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'services', 'identity'))) folder = path.dirname(folder);
  return path.join(folder, 'services');
}

/** Processes with keys: the gateway, each service and its worker, derived from the folders. */
const PROCESSES = ['gateway', ...readdirSync(servicesFolder()).flatMap((name) => [name, `${name}-worker`])];

/** Key settings of a process in tests; processes with unlisted names are only known to themselves. */
export function testKeys(name: string): Pick<RpcConfig, 'INTERNAL_SIGNING_KEY' | 'INTERNAL_PUBLIC_KEYS'> {
  const keys = [...new Set([...PROCESSES, name])].map((kid) => ({
    ...createPublicKey(testKey(kid)).export({ format: 'jwk' }),
    kid,
  }));
  return {
    INTERNAL_SIGNING_KEY: JSON.stringify(testKey(name).export({ format: 'jwk' })),
    INTERNAL_PUBLIC_KEYS: JSON.stringify({ keys }),
  };
}

const made = new Map<string, InternalTokens>();

export function testTokens(name: string): InternalTokens {
  const tokens =
    made.get(name) ??
    internalTokens({
      name,
      signingKey: testKeys(name).INTERNAL_SIGNING_KEY,
      publicKeys: testKeys(name).INTERNAL_PUBLIC_KEYS,
    });
  made.set(name, tokens);
  return tokens;
}

/** Tokens signed with an unknown key under a known process name. */
export const forgedTokens = (name: string): InternalTokens => {
  const key = testKey(`somebody else who says to be ${name}`);
  const publicKey = { ...createPublicKey(key).export({ format: 'jwk' }), kid: name };
  return internalTokens({
    name,
    signingKey: JSON.stringify(key.export({ format: 'jwk' })),
    publicKeys: JSON.stringify({ keys: [publicKey] }),
  });
};
