/** Bytes searched for the PDF header, as on the server. */
const HEADER_BYTES = 1_024;

/** First bytes of a file as characters. Rejects if unreadable, e.g. after it was moved or changed. */
export const readHeader = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsText(file.slice(0, HEADER_BYTES), 'latin1');
  });

/** Whether a file starts like a PDF, whatever its name (OP-16). Rejects if unreadable. */
export const hasPdfSignature = async (file: Blob): Promise<boolean> => (await readHeader(file)).includes('%PDF-');
