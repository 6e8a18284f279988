/** Metadata of originals, sent by the file server in a header for the gateway. */
import type { Response } from 'express';
import { ORIGINAL_HEADER, readOriginal, type SentOriginal } from '@symbio/proto/files';

const originals = new WeakMap<object, SentOriginal>();

export function takeOriginal(headers: NodeJS.Dict<string | string[]>, response: object): void {
  const encoded = headers[ORIGINAL_HEADER];
  delete headers[ORIGINAL_HEADER];
  const original = typeof encoded === 'string' ? readOriginal(encoded) : undefined;
  if (original) originals.set(response, original);
}

export const originalOf = (response: Response): SentOriginal | undefined => originals.get(response);
