/** Milliseconds without a sign of life after which a stream is taken for dead. The gateway sends one every 15 seconds. */
const SILENT_MS = 45_000;

/**
 * Reads a stream to its end, which is also when nothing has come for {@link SILENT_MS}: a connection may die without a word, as
 * when a laptop has slept or a router has forgotten it, and would be listened to for ever.
 */
export async function readStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onPiece: (piece: string) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const silence = setTimeout(() => {
      // ends the reading below; that a dead connection cannot be closed in order is of no use to anybody
      reader.cancel().catch(() => undefined);
    }, SILENT_MS);
    try {
      const { done, value } = await reader.read();
      if (done) return;
      onPiece(value);
    } finally {
      clearTimeout(silence);
    }
  }
}
