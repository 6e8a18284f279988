/** Bytes from the beginning of a file within which a PDF has its mark; the server looks as far. */
const HEADER_BYTES = 1_024;

/** Whether a file begins as a PDF does, whatever it is called (OP-16). Rejects when it cannot be read. */
export const hasPdfMark = (file: Blob): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).includes('%PDF-'));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    // a character for each byte
    reader.readAsText(file.slice(0, HEADER_BYTES), 'latin1');
  });
