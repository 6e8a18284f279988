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

/** Whatever its name (OP-16). Rejects if unreadable. */
export const hasPdfSignature = async (file: Blob): Promise<boolean> => (await readHeader(file)).includes('%PDF-');
