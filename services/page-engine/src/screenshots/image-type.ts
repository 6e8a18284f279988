export interface ImageType {
  mimeType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  extension: 'png' | 'jpg' | 'gif' | 'webp';
}

/** With its magic bytes. */
interface KnownType extends ImageType {
  matches: (head: Buffer) => boolean;
}

const startsWith =
  (...bytes: number[]) =>
  (head: Buffer): boolean =>
    head.subarray(0, bytes.length).equals(Buffer.from(bytes));

const TYPES: readonly KnownType[] = [
  { mimeType: 'image/png', extension: 'png', matches: startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  { mimeType: 'image/jpeg', extension: 'jpg', matches: startsWith(0xff, 0xd8, 0xff) },
  {
    mimeType: 'image/gif',
    extension: 'gif',
    matches: (head) => ['GIF87a', 'GIF89a'].includes(head.toString('latin1', 0, 6)),
  },
  {
    mimeType: 'image/webp',
    extension: 'webp',
    matches: (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
  },
];

/**
 * Detects the type by content, never by name; undefined if unsupported. SVG is excluded: its scripts would run on our
 * origin.
 */
export function imageTypeOf(head: Buffer): ImageType | undefined {
  const known = TYPES.find(({ matches }) => matches(head));
  return known && { mimeType: known.mimeType, extension: known.extension };
}
