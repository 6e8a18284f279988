export interface FilePart {
  bytes: Uint8Array<ArrayBuffer>;
  total: number;
}

/** Random access to a PDF: a document of a thousand pages is never fetched entirely. */
export interface PdfSource {
  /**
   * Reads a byte range; shorter at the end of the file.
   * @param end exclusive
   */
  read(begin: number, end: number, signal: AbortSignal): Promise<FilePart>;
}

/** Deleted, or access was lost: retrying does not help. */
export class FileLost extends Error {
  override readonly name = 'FileLost';
}

/** Reason shown below "Failed to load PDF" (VIEW-24); empty if unknown. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return '';
  switch (error.name) {
    case 'PasswordException':
      return 'It is protected by a password. Remove the password and upload the file again.';
    case 'InvalidPDFException':
    case 'FormatError':
      return 'The file is damaged.';
    case 'FileLost':
      return 'The file is no longer there.';
    case 'TypeError':
    case 'FileUnreachable':
      return 'The file could not be reached.';
    default:
      return '';
  }
}
