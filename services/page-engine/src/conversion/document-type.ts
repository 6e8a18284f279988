import { PICTURE_HEAD_BYTES, pictureTypeOf } from '../pictures/picture-type.js';

/** What can become a document. */
export type DocumentType = 'pdf' | 'jpeg' | 'png' | 'tiff' | 'jp2' | 'zip';

/** PDF readers look for the signature in these bytes. */
export const DOCUMENT_HEAD_BYTES = 1_024;

const PICTURES: ReadonlySet<string> = new Set<DocumentType>(['jpeg', 'png', 'tiff']);
const JP2 = Buffer.from('0000000c6a5020200d0a870a', 'hex');
/** Without a container. */
export const JPEG_2000_CODESTREAM = Buffer.from('ff4fff51', 'hex');
const ZIP = Buffer.from('504b0304', 'hex');

/** By content, never by name; undefined if unsupported. */
export function documentTypeOf(head: Buffer): DocumentType | undefined {
  const begins = (signature: Buffer): boolean => head.subarray(0, signature.length).equals(signature);
  const picture = pictureTypeOf(head.subarray(0, PICTURE_HEAD_BYTES));
  if (picture && PICTURES.has(picture)) return picture as DocumentType;
  if (begins(JP2) || begins(JPEG_2000_CODESTREAM)) return 'jp2';
  // before PDF: a ZIP may hold an uncompressed PDF in its first bytes
  if (begins(ZIP)) return isOffice(head) ? undefined : 'zip';
  return head.subarray(0, DOCUMENT_HEAD_BYTES).includes('%PDF-') ? 'pdf' : undefined;
}

/** Office documents and e-books are ZIPs whose first entry says so. */
function isOffice(head: Buffer): boolean {
  return head.length > 30 && isOfficeEntry(head.toString('latin1', 30, 30 + head.readUInt16LE(26)));
}

export const isOfficeEntry = (name: string): boolean => name === '[Content_Types].xml' || name === 'mimetype';
