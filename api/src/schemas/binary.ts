import { z } from 'zod';

/** Non-JSON response, such as a picture. */
export class BinaryAnswer {
  constructor(
    readonly contentType: string,
    /** Undefined if the caller's copy is current. */
    readonly bytes: Uint8Array | undefined,
    /** Additional headers, including `ETag` and `Cache-Control`. */
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}

/** Sent in parts; the declared `Content-Length` must be exact. */
export class StreamedAnswer extends BinaryAnswer {
  constructor(
    contentType: string,
    readonly parts: AsyncIterable<Uint8Array>,
    headers: Readonly<Record<string, string>>,
  ) {
    super(contentType, undefined, headers);
  }
}

/** Response schema of operations with content types. */
export const binary = z.custom<BinaryAnswer>((value) => value instanceof BinaryAnswer);
