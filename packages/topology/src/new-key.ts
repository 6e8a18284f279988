import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** RSA key size for RS256 (RFC 7518, 3.3). */
const RSA_BITS = 2048;

/**
 * New private key.
 *
 * It is re-imported after generation: Node 20 can deadlock while exporting a freshly generated key, because a garbage
 * collection during the export waits for the lock that the export holds (`~KeyGenJob` under `ExportJWKEdKey`). An
 * imported key has a separate lock.
 */
export function newPrivateKey(type: 'ed25519' | 'rsa'): KeyObject {
  const { privateKey } =
    type === 'ed25519'
      ? generateKeyPairSync('ed25519', {
          publicKeyEncoding: { type: 'spki', format: 'pem' },
          privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        })
      : generateKeyPairSync('rsa', {
          modulusLength: RSA_BITS,
          publicKeyEncoding: { type: 'spki', format: 'pem' },
          privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        });
  return createPrivateKey(privateKey);
}
