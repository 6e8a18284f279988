export interface JpegFrame {
  width: number;
  height: number;
  components: number;
  bits: number;
  /** Colour transform of the Adobe marker (0 none, 1 YCbCr, 2 YCCK); null without one. */
  adobeTransform: number | null;
  /** Component ids R, G, B: decoders skip the colour transform. */
  namedRgb: boolean;
}

const MAX_SEGMENTS = 1_000;
/** Tables within the frame header range. */
const NOT_FRAMES = new Set([0xc4, 0xc8, 0xcc]);

/** Null if invalid or truncated. */
export function readJpegFrame(bytes: Uint8Array): JpegFrame | null {
  const at = (index: number): number => bytes[index] ?? 0;
  const word = (index: number): number => (at(index) << 8) | at(index + 1);
  if (word(0) !== 0xffd8) return null;
  let position = 2;
  let adobeTransform: number | null = null;
  for (let i = 0; i < MAX_SEGMENTS && position + 9 < bytes.length; i++) {
    if (at(position) !== 0xff) return null;
    const marker = at(position + 1);
    if (marker === 0xff) {
      position++;
      continue;
    }
    const length = word(position + 2);
    if (marker === 0xee && length >= 14 && at(position + 4) === 0x41 && at(position + 5) === 0x64) {
      adobeTransform = at(position + 15);
    }
    if (marker >= 0xc0 && marker <= 0xcf && !NOT_FRAMES.has(marker)) {
      const ids = [at(position + 10), at(position + 13), at(position + 16)];
      return {
        bits: at(position + 4),
        height: word(position + 5),
        width: word(position + 7),
        components: at(position + 9),
        adobeTransform,
        namedRgb: String.fromCharCode(...ids) === 'RGB',
      };
    }
    position += 2 + length;
  }
  return null;
}
