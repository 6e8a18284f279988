/** Maximum bytes of a message to the service; network chunks are smaller. */
const MAX_CHUNK = 1024 * 1024;

type PartMessage<Header> = { part: { $case: 'header'; value: Header } | { $case: 'chunk'; value: Buffer } };

/** A part of a file: its header, then its chunks. */
export async function* partMessages<Header>(
  header: Header,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<PartMessage<Header>> {
  yield { part: { $case: 'header', value: header } };
  for await (const chunk of body)
    for (let from = 0; from < chunk.length; from += MAX_CHUNK)
      yield { part: { $case: 'chunk', value: Buffer.from(chunk.subarray(from, from + MAX_CHUNK)) } };
}
