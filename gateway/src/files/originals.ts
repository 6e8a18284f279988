/** Metadata that the file server sends with an original, in a header for the gateway alone. */
import type { Response } from 'express';
import { ORIGINAL_HEADER, readOriginal, type SentOriginal } from '@symbio/proto/files';

const originals = new WeakMap<object, SentOriginal>();

/** Removes the original's metadata from the response headers and stores it. */
export function takeOriginal(headers: NodeJS.Dict<string | string[]>, response: object): void {
  const said = headers[ORIGINAL_HEADER];
  delete headers[ORIGINAL_HEADER];
  const original = typeof said === 'string' ? readOriginal(said) : undefined;
  if (original) originals.set(response, original);
}

export const originalOf = (response: Response): SentOriginal | undefined => originals.get(response);
