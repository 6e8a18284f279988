import { TaskFailure } from '../children/task-failure.js';
import { SIDE_LIMIT } from '../pictures/max-side.js';

export type ConversionFailureReason =
  | 'crashed'
  | 'damaged_file'
  | 'nested_zip'
  | 'nothing_to_show'
  | 'out_of_memory'
  | 'protected_zip'
  | 'timeout'
  | 'too_large_as_pdf'
  | 'too_many_files'
  | 'too_many_pages'
  | 'too_many_pixels'
  | 'unpacks_too_large'
  | 'unsupported_picture'
  | 'unsupported_file_type';

/** `message` is for the user; `detail` is for the log. */
export class ConversionFailure extends TaskFailure<ConversionFailureReason> {
  override readonly name = 'ConversionFailure';
}

const grouped = new Intl.NumberFormat('en-US');
const megabytes = (bytes: number): string => `${grouped.format(Math.round(bytes / 1024 / 1024))} MB`;

const failure = (reason: ConversionFailureReason, message: string, detail?: string): ConversionFailure =>
  new ConversionFailure(reason, message, detail);

export const conversionFailures = {
  reported: failure,
  damaged: (detail?: string) =>
    failure('damaged_file', 'The file is damaged and cannot be opened. Save it again and upload the new copy.', detail),
  measurements: () =>
    failure(
      'unsupported_picture',
      'This TIFF holds measurements instead of a picture. Export it as a picture with 8 or 16 bits and upload that.',
    ),
  colours: () =>
    failure(
      'unsupported_picture',
      'The colours of this TIFF cannot be read. Save it as RGB or grey with 8 bits and upload the new copy.',
    ),
  compression: (what: string, detail?: string) =>
    failure(
      'unsupported_picture',
      `The ${what} cannot be read: its compression is not supported. Save it without compression and upload the new copy.`,
      detail,
    ),
  tooManyPixels: (width: number, height: number, limit: number) =>
    failure(
      'too_many_pixels',
      `The picture is too large: ${grouped.format(width)} x ${grouped.format(height)} pixels. ` +
        `At most ${limit / 1e6} megapixels are possible: make it smaller, or cut it into parts, and upload those.`,
    ),
  tooLongSide: (width: number, height: number) =>
    failure(
      'too_many_pixels',
      `The picture is too large: ${grouped.format(width)} x ${grouped.format(height)} pixels. ` +
        `At most ${SIDE_LIMIT} on a side are possible: make it smaller, or cut it into parts, and upload those.`,
    ),
  tooManyPages: (limit: number) =>
    failure('too_many_pages', `This file has more than ${grouped.format(limit)} pages. Split it and upload the parts.`),
  tooLargeAsPdf: (limit: number) =>
    failure(
      'too_large_as_pdf',
      `This file needs more than ${megabytes(limit)} as a PDF. Split it, or make it smaller, and upload the parts.`,
    ),
  nestedZip: (name: string) =>
    failure('nested_zip', `This ZIP holds another one (${name}). Unpack that and upload its files.`),
  protectedZip: () =>
    failure('protected_zip', 'This ZIP is protected with a password. Unpack it and upload its files.'),
  nothingToShow: () =>
    failure('nothing_to_show', 'This ZIP holds no PDF, TIFF, JPEG, PNG or JPEG 2000 files. Only those can be shown.'),
  tooManyFiles: (limit: number) =>
    failure(
      'too_many_files',
      `This ZIP holds more than ${grouped.format(limit)} files. Pack fewer of them and upload several ZIPs.`,
    ),
  unpacksTooLarge: (limit: number) =>
    failure(
      'unpacks_too_large',
      `This ZIP unpacks to more than ${megabytes(limit)}. Unpack it and upload its files by themselves.`,
    ),
  unsupportedZip: (detail: string) =>
    failure('damaged_file', 'This ZIP cannot be unpacked here. Unpack it and upload its files.', detail),
  encryptedPdf: () =>
    failure('damaged_file', 'This PDF is protected with a password. Remove the password and upload it again.'),
  office: () => failure('unsupported_file_type', 'File type application/zip is not supported'),
  within: (name: string, { reason, message, detail }: ConversionFailure) =>
    failure(reason, `“${name}” in this ZIP: ${message}`, detail),
  outOfMemory: (detail?: string) =>
    failure(
      'out_of_memory',
      'The file needs more memory than one may use. Make it smaller, or split it, and upload the parts.',
      detail,
    ),
  timeout: () =>
    failure(
      'timeout',
      'The file took too long to turn into a PDF. Split it, or make it smaller, and upload the parts.',
    ),
  crashed: (detail?: string) => failure('crashed', 'The file could not be read. Try to upload it again.', detail),
};

/** Of a file that an error shows to be damaged. */
export const damagedBy = (error: unknown): ConversionFailure =>
  conversionFailures.damaged(error instanceof Error ? error.message : String(error));
