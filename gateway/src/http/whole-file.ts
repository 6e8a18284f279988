import { AppError } from '@symbio/runtime';

/**
 * A small file of a form.
 * @param sentence for people, if it is larger
 * @throws AppError OUT_OF_RANGE `too_large`
 */
export async function wholeFile(body: AsyncIterable<Uint8Array>, maxBytes: number, sentence: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new AppError('OUT_OF_RANGE', 'too_large', sentence, { fields: { files: sentence } });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
