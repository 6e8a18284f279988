/** As on the server. */
const HEADER_BYTES = 1_024;

/** Rejects if unreadable, e.g. after the file was moved or changed. */
export const readHeader = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsText(file.slice(0, HEADER_BYTES), 'latin1');
  });

/** First bytes of TIFF, JPEG, PNG, JPEG 2000 and ZIP, as `latin1` decodes them: as Windows-1252. */
const SIGNATURES = [
  'II*\0',
  'MM\0*',
  'II+\0',
  'MM\0+',
  '\xff\xd8\xff',
  '\u2030PNG\r\n\x1a\n',
  '\0\0\0\fjP  \r\n\u2021\n',
  '\xff\x4f\xff\x51',
  'PK\x03\x04',
];

/** One that can become a document, whatever its name (OP-16). Rejects if unreadable. */
export async function startsLikeDocument(file: Blob): Promise<boolean> {
  const header = await readHeader(file);
  return header.includes('%PDF-') || SIGNATURES.some((signature) => header.startsWith(signature));
}
