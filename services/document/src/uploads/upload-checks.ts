/** DOC-12 to DOC-15, OP-16. */
import { cleanLine, AppError, invalid, invalidFields } from '@symbio/runtime';
import { documentTypeOf, DOCUMENT_HEAD_BYTES, type DocumentType } from '@symbio/page-engine/conversion';

/** CONST-01: 200 MB, exclusive (DOC-13). */
export const MAX_FILE_BYTES = 209_715_200;
export const LARGEST_FILE_BYTES = MAX_FILE_BYTES - 1;
export const PDF_TYPE = 'application/pdf';
export const HEADER_BYTES = DOCUMENT_HEAD_BYTES;
const MAX_NAME = 255;

export const emptyFile = (): AppError => invalid('empty_file', 'The file is empty. Choose another one.');
export const fileTooLarge = (): AppError =>
  new AppError('OUT_OF_RANGE', 'file_too_large', 'File size must be less than 200 MB');
export const unsupportedType = (type: string): AppError =>
  invalid('unsupported_file_type', `File type ${type} is not supported`);

export const SENT_TYPES: Readonly<Record<DocumentType, { mimeType: string; extension: string }>> = {
  pdf: { mimeType: PDF_TYPE, extension: 'pdf' },
  jpeg: { mimeType: 'image/jpeg', extension: 'jpg' },
  png: { mimeType: 'image/png', extension: 'png' },
  tiff: { mimeType: 'image/tiff', extension: 'tif' },
  jp2: { mimeType: 'image/jp2', extension: 'jp2' },
  zip: { mimeType: 'application/zip', extension: 'zip' },
};

/** For errors that name the actual type. */
const MAGIC: readonly [type: string, signature: Buffer, at: number][] = [
  ['image/gif', Buffer.from('GIF8'), 0],
  ['image/webp', Buffer.from('WEBP'), 8],
  ['image/bmp', Buffer.from('BM'), 0],
  ['image/jxl', Buffer.from('0000000c4a584c20', 'hex'), 0],
  ['image/jxl', Buffer.from('ff0a', 'hex'), 0],
  ['image/jxr', Buffer.from('4949bc', 'hex'), 0],
  ['image/avif', Buffer.from('ftypavif'), 4],
  ['image/heic', Buffer.from('ftyphei'), 4],
  ['application/zip', Buffer.from('504b0304', 'hex'), 0],
  ['application/gzip', Buffer.from('1f8b', 'hex'), 0],
  ['application/msword', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 0],
  ['application/postscript', Buffer.from('%!PS'), 0],
  ['application/rtf', Buffer.from('{\\rtf'), 0],
];

export function sniffType(head: Buffer): string {
  const taken = documentTypeOf(head);
  if (taken) return SENT_TYPES[taken].mimeType;
  const known = MAGIC.find(([, signature, at]) => head.subarray(at, at + signature.length).equals(signature));
  if (known) return known[0];
  if (/^\s*<(?:!doctype html|html)/i.test(head.toString('latin1'))) return 'text/html';
  return isText(head) ? 'text/plain' : 'application/octet-stream';
}

/** UTF-8 without control characters; the last character may be truncated. */
function isText(head: Buffer): boolean {
  const text = new TextDecoder('utf-8', { fatal: false }).decode(head, { stream: true });
  // eslint-disable-next-line no-control-regex -- control characters are what this is about
  return !/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(text);
}

/** @throws AppError unless the file begins as one that can become a document */
export function checkHead(head: Buffer): DocumentType {
  if (head.length === 0) throw emptyFile();
  const type = documentTypeOf(head);
  if (!type) throw unsupportedType(sniffType(head));
  return type;
}

/**
 * Without path prefixes from browsers or attackers.
 * @throws AppError if empty
 */
export function checkFileName(given: string): string {
  const base = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  // control characters break headers and logs, marks of direction hide the extension
  const name = cleanLine(base)
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  if (!name || /^\.+$/.test(name)) throw invalidFields({ file_name: 'The file needs a name.' });
  if (Buffer.byteLength(name) > MAX_NAME)
    throw invalidFields({
      file_name: `The file name is longer than ${MAX_NAME} bytes. Shorten it and upload the file again.`,
    });
  return name;
}

const EXTENSION = /\.(?:pdf|tiff?|jpe?g|png|jp2|j2k|jpx|jpf|zip)$/i;

export const titleOf = (fileName: string): string => fileName.replace(EXTENSION, '').trim() || fileName;
