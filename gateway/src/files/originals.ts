/** What the file server says of an original that it sends. The header is for the gateway alone. */
import type { Response } from 'express';
import { ORIGINAL_HEADER, readOriginal, type SentOriginal } from '@symbio/kit';

const originals = new WeakMap<object, SentOriginal>();

/** Takes what an answer of the file server says of an original out of its headers. */
export function takeOriginal(headers: NodeJS.Dict<string | string[]>, response: object): void {
  const said = headers[ORIGINAL_HEADER];
  delete headers[ORIGINAL_HEADER];
  const original = typeof said === 'string' ? readOriginal(said) : undefined;
  if (original) originals.set(response, original);
}

/** The original that was sent with an answer, if it was one. */
export const originalOf = (response: Response): SentOriginal | undefined => originals.get(response);
