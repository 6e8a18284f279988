/** DOC-15; all but PDFs become PDFs on the server. */
export const ACCEPTED_TYPES: readonly string[] = [
  'application/pdf',
  'image/tiff',
  'image/jpeg',
  'image/png',
  'image/jp2',
  'image/jpx',
  'image/jpeg2000',
  'image/x-jp2',
  'application/zip',
  'application/x-zip-compressed',
];
/** For systems that do not know these types. */
export const ACCEPTED_NAMES: readonly string[] = ['.pdf', '.tif', '.tiff', '.jp2', '.jpx', '.jpf', '.j2k', '.zip'];
export const ACCEPTED_FILES = [...ACCEPTED_TYPES, ...ACCEPTED_NAMES].join(',');
export const ACCEPTED_IN_WORDS = 'PDF, TIFF, JPEG, PNG, JPEG 2000, or a ZIP of these';
