import { createPublicKey, sign, verify } from 'node:crypto';
import { newPrivateKey } from './new-key.js';

describe('a new key', () => {
  it.each(['ed25519', 'rsa'] as const)('of %s can sign, and is different each time', (type) => {
    const [key, other] = [newPrivateKey(type), newPrivateKey(type)];
    const hash = type === 'rsa' ? 'sha256' : null;
    const text = Buffer.from('text');
    const signature = sign(hash, text, key);
    expect(verify(hash, text, createPublicKey(key), signature)).toBe(true);
    expect(verify(hash, text, createPublicKey(other), signature)).toBe(false);
  });
});
