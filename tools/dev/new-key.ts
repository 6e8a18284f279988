import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** Bits of an RSA key, as RS256 asks for (RFC 7518, 3.3). */
const RSA_BITS = 2048;

/**
 * A new private key.
 *
 * It is read anew from what was generated: Node 20 can stop for good while it exports a key that it has just made, since
 * the garbage of the generation waits, when it is collected in the middle of the export, for the lock that the export
 * holds (`~KeyGenJob` under `ExportJWKEdKey`). A key that was read has a lock of its own.
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
