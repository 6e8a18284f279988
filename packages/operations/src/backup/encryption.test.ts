import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { decrypt, encrypt, isEncrypted } from './encryption.js';

const PASSPHRASE = 'a-passphrase-for-tests';
const SEALED = { passphrase: PASSPHRASE, workFactor: 10 };
const pieces = (body: Buffer, size: number): Readable =>
  Readable.from(
    (function* () {
      for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
    })(),
  );
const encrypted = (body: Buffer, how: Parameters<typeof encrypt>[1]) =>
  buffer(Readable.from(encrypt(pieces(body, 10_000), how)));
const decrypted = (body: Buffer, how: Parameters<typeof decrypt>[1]) =>
  buffer(Readable.from(decrypt(pieces(body, 7_777), how)));
const CHUNK = 64 * 1024;

describe('the encryption of archives', () => {
  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 200_000])(
    'of %d bytes is compatible with the age library in both directions',
    async (length) => {
      const body = Buffer.alloc(length, 'symbio ');
      const ours = await encrypted(body, SEALED);
      expect(isEncrypted(ours)).toBe(true);
      expect((await decrypted(ours, { passphrase: PASSPHRASE })).equals(body)).toBe(true);
      const library = new Decrypter();
      library.addPassphrase(PASSPHRASE);
      expect(Buffer.from(await library.decrypt(ours)).equals(body)).toBe(true);
      const encrypter = new Encrypter();
      encrypter.setScryptWorkFactor(10);
      encrypter.setPassphrase(PASSPHRASE);
      const theirs = Buffer.from(await encrypter.encrypt(body));
      expect((await decrypted(theirs, { passphrase: PASSPHRASE })).equals(body)).toBe(true);
    },
  );

  it('for a public key is opened by its private key only', async () => {
    const identity = await generateIdentity();
    const body = Buffer.alloc(100_000, 7);
    const sealed = await encrypted(body, { recipient: await identityToRecipient(identity) });
    expect((await decrypted(sealed, { identity })).equals(body)).toBe(true);
    await expect(decrypted(sealed, { identity: await generateIdentity() })).rejects.toThrow('The key is wrong');
    await expect(encrypted(body, { recipient: 'age1nobody' })).rejects.toThrow('no public key of age');
  });

  it('reports errors in one sentence', async () => {
    const sealed = await encrypted(Buffer.alloc(3 * CHUNK, 1), SEALED);
    await expect(decrypted(sealed, { passphrase: 'another' })).rejects.toThrow('The passphrase is wrong');
    await expect(decrypted(sealed, {})).rejects.toThrow('The archive is encrypted: name its passphrase');
    const header = sealed.indexOf('\n---') + 1;
    const payload = sealed.indexOf('\n', header) + 1 + 16;
    // between two chunks, inside one, inside the header
    for (const end of [payload + CHUNK + 16, payload + CHUNK + 500, 60])
      await expect(decrypted(sealed.subarray(0, end), { passphrase: PASSPHRASE })).rejects.toThrow('cut off');
    const other = Buffer.from(sealed);
    other.writeUInt8(other.readUInt8(payload + 10) ^ 1, payload + 10);
    await expect(decrypted(other, { passphrase: PASSPHRASE })).rejects.toThrow('was changed after it was written');
  });
});
