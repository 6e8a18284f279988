import { z } from 'zod';

/** A non-JSON response, such as a picture. */
export class BinaryAnswer {
  constructor(
    readonly contentType: string,
    /** Undefined if the caller's copy is current. */
    readonly bytes: Uint8Array | undefined,
    /** Additional headers, including `ETag` and `Cache-Control`. */
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}

/** Response schema of operations with content types. */
export const binary = z.custom<BinaryAnswer>((value) => value instanceof BinaryAnswer);
