import { sha256 } from '@noble/hashes/sha2.js';

/** A few milliseconds of hashing, so the page stays responsive. */
const SLICE_BYTES = 1024 * 1024;

/** Lower-case hex, read in slices: Web Crypto would need the whole file in memory, and HTTPS. */
export async function hashOfFile(file: Blob): Promise<string> {
  const hash = sha256.create();
  for (let from = 0; from < file.size; from += SLICE_BYTES)
    hash.update(new Uint8Array(await bytesOf(file.slice(from, from + SLICE_BYTES))));
  return [...hash.digest()].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Bytes by which a file is known again, with its name and size. */
const HEAD_BYTES = 1024 * 1024;

export const hashOfHead = (file: Blob): Promise<string> => hashOfFile(file.slice(0, HEAD_BYTES));

function bytesOf(part: Blob): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsArrayBuffer(part);
  });
}
