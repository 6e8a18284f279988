import { createParser } from 'eventsource-parser';

/** Milliseconds of silence after which a stream counts as dead. The gateway sends a keep-alive every 15 seconds. */
const SILENT_MS = 45_000;

/**
 * Until the stream ends or is silent for {@link SILENT_MS}: a connection can die without an error, e.g. when a laptop
 * slept or a router dropped it.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onData: (data: string) => void,
): Promise<void> {
  const parser = createParser({ onEvent: ({ data }) => onData(data) });
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const silence = setTimeout(() => {
      // ends the read below; errors of closing a dead connection are irrelevant
      reader.cancel().catch(() => undefined);
    }, SILENT_MS);
    try {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(value);
    } finally {
      clearTimeout(silence);
    }
  }
}
