/** Milliseconds of silence after which a stream counts as dead. The gateway sends a keep-alive every 15 seconds. */
const SILENT_MS = 45_000;

/**
 * Reads a stream until it ends or is silent for {@link SILENT_MS}: a connection can die without an error, e.g. when a
 * laptop slept or a router dropped it.
 */
export async function readStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onPiece: (piece: string) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const silence = setTimeout(() => {
      // ends the read below; errors of closing a dead connection are irrelevant
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
