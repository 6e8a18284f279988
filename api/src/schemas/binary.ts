import { z } from 'zod';

/** An answer that is not JSON, such as a picture. */
export class BinaryAnswer {
  constructor(
    readonly contentType: string,
    /** Undefined when the caller has it already. */
    readonly bytes: Uint8Array | undefined,
    /** Headers that say more of it, `ETag` and `Cache-Control` among them. */
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}

/** The answer of operations that declare the types it may have. */
export const binary = z.custom<BinaryAnswer>((value) => value instanceof BinaryAnswer);
