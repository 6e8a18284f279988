import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { ManifestSignature } from './manifest.js';

export const SIGNATURE_FILE = 'manifest.signature.json';

/** @param manifest the text of `manifest.json`. @throws if the key is not an Ed25519 private key */
export function signManifest(manifest: string, key: KeyObject): ManifestSignature {
  if (key.asymmetricKeyType !== 'ed25519' || key.type !== 'private')
    throw new Error('The manifest is signed with an Ed25519 private key.');
  return {
    algorithm: 'Ed25519',
    public_key: createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64'),
    signature: sign(null, Buffer.from(manifest), key).toString('base64'),
  };
}

/** Whether the signature is that of its own public key over the manifest. */
export function isSignedBy(manifest: Uint8Array, { public_key: key, signature }: ManifestSignature): boolean {
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    return (
      publicKey.asymmetricKeyType === 'ed25519' && verify(null, manifest, publicKey, Buffer.from(signature, 'base64'))
    );
  } catch {
    // not a key
    return false;
  }
}
