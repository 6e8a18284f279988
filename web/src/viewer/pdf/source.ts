/** A piece of a file. */
export interface FilePart {
  bytes: Uint8Array<ArrayBuffer>;
  /** Length of the whole file, in bytes. */
  total: number;
}

/** Where a PDF is read from, piece by piece: a document of a thousand pages is never fetched as a whole. */
export interface PdfSource {
  /**
   * Reads bytes; near its end a file gives fewer.
   *
   * @param begin first byte, from 0
   * @param end byte after the last
   */
  read(begin: number, end: number, signal: AbortSignal): Promise<FilePart>;
}

/** The file was deleted, or is no longer for this person: asking again won't help. */
export class FileLost extends Error {
  override readonly name = 'FileLost';
}

/** Why a PDF could not be opened, as a sentence below "Failed to load PDF" (VIEW-24); empty when nobody knows. */
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
