import { strFromU8, unzipSync } from 'fflate';

/** Limits of a template, against ZIP bombs. */
const LIMITS = { bytes: 20e6, entries: 2_000, unpacked: 100e6 };

export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

/** Entries of a DOCX by name. @throws TemplateError with a sentence */
export function openPackage(bytes: Uint8Array): Map<string, Uint8Array> {
  if (bytes.length > LIMITS.bytes) throw new TemplateError('The template is larger than 20 MB.');
  let [entries, unpacked] = [0, 0];
  const files = unzip(bytes, (size) => {
    entries += 1;
    unpacked += size;
    if (entries > LIMITS.entries || unpacked > LIMITS.unpacked)
      throw new TemplateError('The template is too large when unpacked.');
  });
  const names = Object.keys(files);
  if (!names.includes('word/document.xml') || !names.includes('[Content_Types].xml'))
    throw new TemplateError('The template is not a Word document (DOCX).');
  return new Map(Object.entries(files));
}

/** The library never writes beyond the size that an entry declares. */
function unzip(bytes: Uint8Array, onEntry: (size: number) => void): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, {
      filter: ({ originalSize }) => {
        onEntry(originalSize);
        return true;
      },
    });
  } catch (error) {
    if (error instanceof TemplateError) throw error;
    throw new TemplateError('The template is not a Word document (DOCX).', { cause: error });
  }
}

/** Printed letters of a part, with a line for each paragraph; tags that are split over runs are joined. */
export const paragraphsOf = (part: Uint8Array): string[] =>
  strFromU8(part)
    .split(/<\/w:p>/)
    .map((paragraph) =>
      Array.from(paragraph.matchAll(/<w:t(?:\s[^>]*)?>([^<]*)<\/w:t>/g), ([, text]) => unescapeXml(text ?? '')).join(
        '',
      ),
    );

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

export const unescapeXml = (text: string): string =>
  text.replace(
    /&(?:(lt|gt|quot|apos|amp)|#x([0-9a-f]+)|#(\d+));/gi,
    (_, name?: string, hex?: string, decimal?: string) =>
      name === undefined
        ? String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
        : (ENTITIES[name] ?? ''),
  );
