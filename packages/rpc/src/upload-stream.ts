/** Messages of a file: one header, then chunks. */
import { invalid } from '@symbio/runtime';

export interface UploadMessage<Header> {
  part?: { $case: 'header'; value: Header } | { $case: 'chunk'; value: Buffer } | undefined;
}

/** @throws AppError INVALID_ARGUMENT unless the stream begins with a header */
export async function headerOf<Header>(parts: AsyncIterator<UploadMessage<Header>>): Promise<Header> {
  const first = await parts.next();
  const part = first.done ? undefined : first.value.part;
  if (part?.$case !== 'header') throw invalid('header_missing', 'An upload begins with its header.');
  return part.value;
}

/** @throws AppError INVALID_ARGUMENT for a second header */
export async function* chunksOf<Header>(parts: AsyncIterator<UploadMessage<Header>>): AsyncGenerator<Buffer> {
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    const { part } = next.value;
    if (part?.$case !== 'chunk') throw invalid('header_twice', 'An upload has one header and then chunks.');
    if (part.value.length > 0) yield part.value;
  }
}
